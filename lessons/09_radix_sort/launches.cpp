// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "common/lesson/version_names.hpp"
#include "lessons/09_radix_sort/radix.hpp"

namespace radix {

namespace {

const std::string folder = "09_radix_sort/";
constexpr std::uint32_t few_keys = 256;  ///< that a picture shows whole: small digits, small tiles
constexpr std::uint32_t most_rows = 16;  ///< histograms of a workgroup, one per subgroup
constexpr std::uint32_t most_counting =
    132;  ///< workgroups that count all digits: one per multiprocessor of an H200

/// That an invocation serves: to add up the counts of all smaller ones takes it as many rounds squared, and
/// llvmpipe ends all loops of an invocation after 65535.
constexpr std::uint32_t most_digits = 64;

pbp::glsl::Define define(const std::string& name, std::uint32_t value) {
    return {name, std::to_string(value)};
}

/// What every shader that divides keys by digits must know.
std::vector<pbp::glsl::Define> defines(const Shape& shape) {
    return {define("LOCAL_SIZE", shape.local_size), define("EACH", shape.each),
            define("RADIX", shape.radix()), define("BITS", shape.digit_bits),
            define("SUBGROUP", shape.lanes)};
}

/// The shader that counts for a version's table.
std::string counting(int number) {
    return folder + (number == 1   ? "parts/v1_zeros.comp"
                     : number == 2 ? "parts/v2_count.comp"
                                   : "parts/v3_count.comp");
}

}  // namespace

bool sorts_pairs(const std::string& version) {
    return pbp::version_number(version) == 8;
}

bool skips_rounds(const std::string& version) {
    return pbp::version_number(version) >= 7;
}

Shape shape_of(const std::string& version, std::uint32_t n, std::uint32_t lanes,
               const pbp::DeviceInfo& info) {
    const int number = pbp::version_number(version);
    const bool few = n <= few_keys;
    const auto most = std::min(info.limits.workgroup_invocations, number < 4 ? 256u : most_rows * lanes);
    Shape shape{.each = 1, .digit_bits = few ? 2u : 8u, .lanes = lanes, .pairs = sorts_pairs(version)};
    if (number == 1) shape.digit_bits = 1;
    if (number == 2 && !few) shape.digit_bits = 4;
    if (number == 2) shape.each = few ? 8 : 16;
    if (number >= 3) shape.each = few ? (number >= 7 ? 4 : 2) : info.software || number == 3 ? 8 : 16;
    if (shape.pairs && !few && !info.software) shape.each = 12;
    const auto fastest = [&](std::uint32_t local_size, std::uint32_t each) {  // on an H200
        shape.local_size = local_size;
        shape.each = each;
        return shape;
    };
    if (number >= 7 && !info.software && most >= 384) {
        if (n >= (shape.pairs ? 1u << 24 : 1u << 22)) return fastest(384, 18);
        if (shape.pairs && n >= 1u << 22) return fastest(384, 12);
        if (shape.pairs && n >= 1u << 19 && info.limits.workgroup_invocations >= 1024 &&
            info.limits.shared_bytes >= 36 * 1024)
            return fastest(1024, 8);
    }
    shape.local_size =
        scan::part_for(scan::parts_of(n, shape.each), 4, std::min(most, number >= 7 ? 512u : 256u));
    if (number >= 4)  // a digit per invocation, where that many are allowed
        shape.local_size = std::max(shape.local_size, std::min(most, few ? 4u : 256u));
    return shape;
}

void require_room(const std::string& version, const Shape& shape, const pbp::Limits& limits) {
    const int number = pbp::version_number(version);
    if (number < 4) return;
    if (shape.local_size > shape.lanes && shape.local_size % shape.lanes != 0)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "{} needs whole subgroups, and {} is no multiple of {}; give another --local-size.",
                  version, shape.local_size, shape.lanes);
    if (number >= 5 && shape.radix() > most_digits * shape.local_size)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "{} would give each of {} invocations {} digits to serve, {} are the most; give a larger "
                  "--local-size.",
                  version, shape.local_size, scan::parts_of(shape.radix(), shape.local_size), most_digits);
    std::uint64_t words = std::uint64_t{shape.rows()} * shape.radix();
    const std::uint32_t exchange = number < 5 ? 0 : number < 7 ? shape.tile() : shape.exchange();
    words = std::max<std::uint64_t>(words, exchange) +
            (number < 5 ? 0 : shape.radix() + std::max(shape.rows(), shape.radix() / shape.lanes) + 2);
    if (4 * words > limits.shared_bytes)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "{} with {} invocations of {} keys needs {} bytes of shared memory, and there are {}; give "
                  "a smaller --local-size or --per-invocation.",
                  version, shape.local_size, shape.each, 4 * words, limits.shared_bytes);
}

pbp::Knobs knobs(const std::string& version) {
    const int number = pbp::version_number(version);
    using pbp::LocalSizes;
    if (number == 1) return {LocalSizes::any, {}, "an invocation takes one key", 1u << 16};
    if (number == 2) return {LocalSizes::any, {4, 8, 16, 32}, "", 1u << 16};
    if (number == 3 || number == 4) return {LocalSizes::any, {2, 4, 8, 16}, "", 1u << 16};
    // From v5 on, an invocation keeps several words for each digit that it serves: 8 digits at most.
    if (number < 7) return {LocalSizes::any, {2, 4, 8, 16}, "", 1u << 16, 32};
    return {LocalSizes::any, {4, 8, 12, 16, 18, 20}, "", 1u << 16, 32};
}

std::uint32_t columns(const std::string& version, const Shape& shape, std::uint32_t n) {
    const int number = pbp::version_number(version);
    return number == 1 ? n : scan::parts_of(n, number == 2 ? shape.each : shape.tile());
}

std::uint32_t table_size(const std::string& version, const Shape& shape, std::uint32_t n) {
    return pbp::version_number(version) == 1 ? n : shape.radix() * columns(version, shape, n);
}

std::vector<Round> rounds(const std::string& version, const Shape& shape, std::uint32_t n, std::uint32_t bits,
                          const pbp::Limits& limits) {
    const int number = pbp::version_number(version);
    const auto across = columns(version, shape, n), words = table_size(version, shape, n);
    const auto invocations = number <= 2 ? std::uint64_t{across} : std::uint64_t{across} * shape.local_size;
    const auto groups = pbp::groups_for(invocations, shape.local_size, limits);
    const auto block = std::bit_floor(
        std::clamp(shape.lanes * shape.lanes, 64u, std::min(256u, limits.workgroup_invocations)));
    std::vector<Round> all;
    for (const auto& digit : digits(bits, shape.digit_bits)) {
        std::vector<std::pair<std::string, std::uint32_t>> uniforms{{"n", n}, {"shift", digit.shift}};
        if (number > 1) uniforms.insert(uniforms.end(), {{"width", digit.width}, {"columns", across}});
        Launch count{counting(number), defines(shape), uniforms, groups, {"count " + digit.name()}};
        Launch scatter{folder + version + ".comp", defines(shape), uniforms, groups, {}};
        if (number == 5) scatter.passes.push_back("sort tiles by " + digit.name());
        scatter.passes.push_back("sort by " + digit.name());
        all.push_back({digit, std::move(count),
                       scan::three_passes(words, scan::Kind::exclusive, block, limits), std::move(scatter)});
    }
    return all;
}

std::size_t passes_in(const std::vector<Round>& rounds) {
    std::size_t passes = 0;
    for (const auto& round : rounds)
        passes += round.count.passes.size() + pbp::passes_in(round.sums) + round.scatter.passes.size();
    return passes;
}

Sweep sweep(const std::string& version, const Shape& shape, std::uint32_t n, std::uint32_t bits,
            const pbp::Limits& limits) {
    const bool large = pbp::version_number(version) >= 7;
    const auto tiles = columns(version, shape, n);
    Sweep all;
    all.digits = digits(bits, shape.digit_bits);
    const std::uint32_t counters = std::min(1024u, limits.workgroup_invocations);
    const bool few = n <= few_keys;  // two workgroups of two: even few keys take several loads and rounds
    const auto readers = few ? std::min(counters, 2u) : counters;
    all.count = {
        folder + "parts/v6_count_all.comp",
        {define("LOCAL_SIZE", readers), define("RADIX", shape.radix()), define("BITS", shape.digit_bits),
         define("DIGITS", static_cast<std::uint32_t>(all.digits.size())), define("KEY_BITS", bits)},
        {{"n", n}, {"emptied", 32 + tiles * shape.radix()}},
        pbp::Groups{std::clamp(scan::parts_of(n, 4 * readers), 1u, few ? 2u : most_counting), 1, 1},
        {"count all digits"}};
    for (const auto& digit : all.digits) {
        Launch one{folder + version + ".comp",
                   defines(shape),
                   {{"n", n}, {"columns", tiles}},
                   pbp::groups_for(std::uint64_t{tiles} * shape.local_size, shape.local_size, limits),
                   {"count " + digit.name(), "look back " + digit.name(), "sort by " + digit.name()}};
        const auto yes = [](bool what) { return what ? 1u : 0u; };
        if (shape.pairs)
            one.defines.insert(one.defines.end(),
                               {define("FROM_PAIRS", yes(digit.number > 0)),
                                define("TO_PAIRS", yes(digit.number + 1 < all.digits.size()))});
        if (large)
            one.defines.insert(one.defines.end(), {define("DIGIT", digit.number),
                                                   define("SHIFT", digit.shift), define("WIDTH", digit.width),
                                                   define("ROUNDS", shape.rounds()), define("LOOKS", 3)});
        else
            one.uniforms.insert(one.uniforms.end(),
                                {{"shift", digit.shift}, {"width", digit.width}, {"digit", digit.number}});
        all.sweeps.push_back(std::move(one));
    }
    return all;
}

}  // namespace radix
