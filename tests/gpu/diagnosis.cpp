// SPDX-License-Identifier: MIT
// Mistakes that no lesson can contain, in small kernels: run, read back, and passed to the diagnosis as
// arrays.
#include "common/check/signatures/diagnosis.hpp"

#include <algorithm>
#include <numeric>

#include "tests/gpu/bench.hpp"

using namespace pbp;
using namespace pbp::test;

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t local_size = 16;
constexpr Schedule in_groups{
    .share = local_size, .invocations = local_size, .subgroup_size = 8, .dispatches = 1};

const std::string head = R"(layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { uint to[]; };
)";

/// A kernel's result for `from` and `to`, with one invocation per element of `from`.
Words run(Bench& bench, const std::string& text, const Words& from, Words to) {
    auto program = bench.program(text);
    auto in = bench.device->buffer(from);
    auto out = bench.device->buffer(to);
    bench.device->dispatch(program, Groups{static_cast<std::uint32_t>(from.size()) / local_size, 1, 1},
                           {inout(0, in), inout(1, out)});
    return bench.device->read(out);
}

std::string first_pattern(const Evidence& evidence) {
    const auto diagnosis = diagnose(evidence);
    return diagnosis.findings.empty() ? "none" : to_string(diagnosis.findings.front().pattern);
}

Words random(std::size_t n, InputKind kind, std::uint64_t seed = 1) {
    return generate(kind, ValueType::uint32, n, seed);
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("a counter that nobody cleared: a histogram, and sums of workgroups") {
        Bench bench;
        if (!bench.device) return;
        const Words in = random(64, InputKind::small);
        const std::string histogram =
            head + "void main() { atomicAdd(to[from[gl_GlobalInvocationID.x]], 1u); }\n";
        const std::string sums =
            head + "void main() { atomicAdd(to[gl_WorkGroupID.x], from[gl_GlobalInvocationID.x]); }\n";
        for (const auto& [kernel, cells] :
             {std::pair{histogram, std::size_t{10}}, std::pair{sums, std::size_t{4}}}) {
            const Words right = run(bench, kernel, in, Words(cells, 0));
            CHECK(diagnose({.expected = right, .got = right, .before = Words(cells, 0)}).findings.empty());
            // The second dispatch continues where the first one ended.
            const Words twice = run(bench, kernel, in, right);
            CHECK(first_pattern({.expected = right, .got = twice, .before = right}) == "dirty buffer");
            const Words old = random(cells, InputKind::small, 7), more = run(bench, kernel, in, old);
            CHECK(first_pattern({.expected = right, .got = more, .before = old}) == "dirty buffer");
        }
    }

    TEST_CASE("neighbours in the next workgroup: a window, and a pass of an odd-even sort, within tiles") {
        Bench bench;
        if (!bench.device) return;
        const std::string tile = head + R"(shared uint tile[16];
void main() {
    const uint i = gl_LocalInvocationID.x, element = gl_GlobalInvocationID.x;
    tile[i] = from[element];
    barrier();
)";
        const std::string window = tile + R"(
    to[element] = tile[i] + (i > 0u ? tile[i - 1u] : 0u) + (i < 15u ? tile[i + 1u] : 0u);
})";
        const Words in = random(96, InputKind::random);
        Words right(in.size());
        for (std::size_t i = 0; i < in.size(); ++i)
            right[i] = in[i] + (i > 0 ? in[i - 1] : 0) + (i + 1 < in.size() ? in[i + 1] : 0);
        Words got = run(bench, window, in, Words(in.size(), 0xA5A5A5A5u));
        CHECK(first_pattern({.expected = right, .got = got, .before = in, .schedule = in_groups}) ==
              "workgroup edges");

        const std::string even_pass = tile + R"(
    const uint other = i % 2u == 1u ? min(i + 1u, 15u) : max(i, 1u) - 1u;
    to[element] = other > i ? min(tile[i], tile[other]) : max(tile[i], tile[other]);
})";
        Words keys(96);  // descending, so that every pair is exchanged
        std::iota(keys.rbegin(), keys.rend(), 0u);
        Words sorted = keys;
        for (std::size_t low = 1; low + 1 < keys.size(); low += 2) std::swap(sorted[low], sorted[low + 1]);
        got = run(bench, even_pass, keys, Words(keys.size(), 0));
        CHECK(first_pattern({.expected = sorted, .got = got, .before = keys, .schedule = in_groups}) ==
              "workgroup edges");
    }

    TEST_CASE("equal keys that change places: a rank that counts too many, and a comparison with >=") {
        Bench bench;
        if (!bench.device) return;
        // Payload: the index in the input. Both kernels sort by from[]; to[] gets the payload.
        const std::string ranks = head + R"(void main() {
    const uint i = gl_GlobalInvocationID.x;
    uint rank = 0u;  // equal keys should count where they come before, and here do where they come after
    for (uint k = 0u; k < uint(from.length()); ++k)
        if (from[k] < from[i] || (from[k] == from[i] && k > i)) ++rank;
    to[rank] = i;
})";
        const std::string exchange = head + R"(void main() {
    if (gl_GlobalInvocationID.x > 0u) return;
    const uint n = uint(from.length());
    for (uint i = 0u; i < n; ++i) to[i] = i;
    for (uint round = 0u; round < n; ++round)
        for (uint i = 0u; i + 1u < n - round; ++i)
            if (from[to[i]] >= from[to[i + 1u]]) { const uint t = to[i]; to[i] = to[i + 1u]; to[i + 1u] = t; }
})";
        const Words keys = random(32, InputKind::few);
        Words right(keys.size());
        std::iota(right.begin(), right.end(), 0u);
        std::ranges::stable_sort(right, {}, [&](std::uint32_t i) { return keys[i]; });
        Words of(keys.size());
        std::ranges::transform(right, of.begin(), [&](std::uint32_t i) { return keys[i]; });
        for (const auto& kernel : {ranks, exchange}) {
            const Words got = run(bench, kernel, keys, Words(keys.size(), 0xA5A5A5A5u));
            CHECK(first_pattern({.expected = right, .got = got, .keys = of, .schedule = in_groups}) ==
                  "equal keys");
            CHECK(diagnose({.expected = right, .got = right, .keys = of}).findings.empty());
        }
    }

    TEST_CASE("a sign where there should not be one: a shift, and a limit") {
        Bench bench;
        if (!bench.device) return;
        const Words in = random(64, InputKind::random);
        Words halved(in), least(in);
        for (auto& word : halved) word >>= 1;
        for (auto& word : least) word = std::min(word, 0xC0000000u) / 3;
        const std::string shift = head + R"(void main() {
    const uint i = gl_GlobalInvocationID.x;
    to[i] = uint(int(from[i]) >> 1);
})";
        const std::string divided = head + R"(void main() {
    const uint i = gl_GlobalInvocationID.x;
    to[i] = uint(int(min(from[i], 0xC0000000u)) / 3);
})";
        const Words fill(in.size(), 0xA5A5A5A5u);
        CHECK(first_pattern({.expected = halved, .got = run(bench, shift, in, fill), .before = in}) ==
              "signed or unsigned");
        CHECK(first_pattern({.expected = least, .got = run(bench, divided, in, fill), .before = in}) ==
              "signed or unsigned");
    }

    TEST_CASE("right at only one subgroup size: a size written into the shader") {
        Bench bench;
        if (!bench.device) return;
        const std::string subgroup_head =
            "#include \"subgroup.glsl\"\nlayout(local_size_x = LOCAL_SIZE) in;\n"
            "layout(std430, binding = 0) buffer From { uint from[]; };\nlayout(std430, binding = 1) buffer "
            "To { uint to[]; };\n";
        // A sum of 64 from the sums of two subgroups; and which subgroup an invocation belongs to.
        const std::string sum = subgroup_head + R"(shared uint totals[2];
void main() {
    const uint total = sg_add(from[gl_LocalInvocationIndex]);
    if (gl_LocalInvocationIndex % 32u == 0u) totals[gl_LocalInvocationIndex / 32u] = total;
    barrier();
    to[gl_LocalInvocationIndex] = totals[0] + totals[1];
})";
        const std::string id = subgroup_head + R"(void main() {
    const uint first = sg_broadcast(gl_LocalInvocationIndex, 0u);
    to[gl_LocalInvocationIndex] = from[gl_LocalInvocationIndex] + (first == gl_LocalInvocationIndex / 32u * 32u ? 0u : 1u);
})";
        const Words in = random(64, InputKind::small);
        const Words total(64, std::accumulate(in.begin(), in.end(), 0u));
        for (const auto& [kernel, right] : {std::pair{sum, total}, std::pair{id, in}}) {
            std::vector<std::pair<std::uint32_t, Words>> results;
            for (const auto backend : bench.device->info().subgroups) {
                bench.device->use_subgroups(backend);
                auto size = bench.device->buffer<std::uint32_t>({0});
                auto probe = bench.device->program("common/subgroup_size.comp", {{{"LOCAL_SIZE", "64"}}});
                bench.device->dispatch(probe, Groups{1}, {out(0, size)});
                auto from = bench.device->buffer(in), to = bench.device->buffer(Words(64, 0));
                auto program = bench.program(kernel, {{"LOCAL_SIZE", "64"}});
                bench.device->dispatch(program, Groups{1}, {inout(0, from), inout(1, to)});
                results.emplace_back(bench.device->read(size).front(), bench.device->read(to));
            }
            bool another_size = false;
            for (const auto& [lanes, got] : results)
                for (const auto& [others, other] : results) {
                    if (lanes != 32 || others == 32) continue;
                    another_size = true;
                    const auto evidence = [&](const Words& words, std::uint32_t of) {
                        return Evidence{.expected = right, .got = words, .schedule = {.subgroup_size = of}};
                    };
                    const auto found = diagnose_subgroup_sizes(evidence(got, lanes), evidence(other, others));
                    REQUIRE(found);
                    CHECK(found->what.starts_with("Right with subgroups of 32, wrong with"));
                }
            if (!another_size) MESSAGE("every back end of this driver has subgroups of one size");
        }
    }
}
