// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "common/lesson/version_names.hpp"
#include "lessons/06_subgroup_scan/scan.hpp"

namespace scan {

namespace {

const std::string folder = "06_subgroup_scan/";
constexpr std::uint32_t few = 1u << 12,
                        large_n = 1u << 22;  // from here on, other tiles are faster, on an H200

std::vector<pbp::glsl::Define> local_size(std::uint32_t invocations) {
    return {{"LOCAL_SIZE", std::to_string(invocations)}};
}

std::uint32_t flag(Kind kind) {
    return kind == Kind::exclusive ? 1 : 0;
}

}  // namespace

std::uint32_t most_for(const pbp::DeviceInfo& info, std::uint32_t subgroup_size) {
    if (info.software) return 128;
    const std::uint32_t at_once = subgroup_size * subgroup_size;
    return std::bit_floor(std::clamp(at_once, 64u, std::min(1024u, info.limits.workgroup_invocations)));
}

std::uint32_t part_for(std::uint32_t n, std::uint32_t parts, std::uint32_t most) {
    return std::clamp(std::bit_ceil(parts_of(n, parts)), 2u, most);
}

pbp::Knobs knobs(const std::string& version) {
    const int number = pbp::version_number(version);
    using pbp::LocalSizes;
    if (number < 4) return {LocalSizes::fixed, {}, "its one workgroup follows from n"};
    if (number >= 6) return {LocalSizes::powers_of_two, wide_choices, "", 1u << 18};
    return {LocalSizes::powers_of_two, {}, "an invocation takes one element", 1u << 18};
}

std::vector<std::uint32_t> level_sizes(std::uint32_t n, std::uint32_t part) {
    std::vector<std::uint32_t> sizes{n};
    while (sizes.back() > part) sizes.push_back(parts_of(sizes.back(), part));
    return sizes;
}

std::vector<Pass> hillis_steele(std::uint32_t n, Kind kind) {
    std::vector<Pass> all;
    for (std::uint64_t stride = 1; stride < n; stride *= 2)
        all.push_back(
            {Step::from_left, static_cast<std::uint32_t>(stride), fmt::format("stride {}", stride)});
    if (kind == Kind::exclusive) all.push_back({Step::take_own, 0, "own value subtracted"});
    return all;
}

std::vector<Pass> blelloch(std::uint32_t n, Kind kind) {
    std::vector<Pass> all;
    for (std::uint32_t stride = 1; stride <= n / 2; stride *= 2)
        all.push_back({Step::up, stride, fmt::format("up, stride {}", stride)});
    all.push_back({Step::clear_root, 0, "root set to 0"});
    for (std::uint32_t stride = n / 2; stride > 0; stride /= 2)
        all.push_back({Step::down, stride, fmt::format("down, stride {}", stride)});
    if (kind == Kind::inclusive) all.push_back({Step::add_own, 0, "own value added"});
    return all;
}

std::vector<Pass> two_levels(std::uint32_t n, std::uint32_t size, const std::string& parts,
                             const std::string& above, Kind kind) {
    return {{Step::scan_parts, size, fmt::format("scan in {} of {}", parts, size)},
            {Step::store_totals, size, "totals of " + parts, 1},
            {Step::scan_parts, parts_of(n, size), above, 1, Kind::exclusive},
            {Step::add_before, size, "prefixes added", 0, kind}};
}

Launch in_words_of(pbp::Operator by, Launch launch) {
    if (by == pbp::Operator::sum) return launch;
    for (auto& pass : launch.passes)
        pass.name = pass.step == Step::take_own     ? "each from its left neighbour"
                    : pass.step == Step::clear_root ? "root set to what changes nothing"
                                                    : pbp::in_words_of(by, pass.name);
    return launch;
}

std::uint32_t padded(const std::string& version, std::uint32_t n) {
    return pbp::version_number(version) == 2 ? std::max(2u, std::bit_ceil(n)) : n;
}

Launch one_workgroup(const std::string& version, std::uint32_t n, Kind kind, std::uint32_t subgroup_size) {
    const int number = pbp::version_number(version);
    Launch launch{folder + version + ".comp", {}, {{"exclusive", flag(kind)}}, pbp::Groups{1}, {}, 0};
    if (number == 1) {
        launch.defines = local_size(n);
        launch.passes = hillis_steele(n, kind);
    } else if (number == 2) {
        launch.defines = local_size(padded(version, n) / 2);
        launch.passes = blelloch(padded(version, n), kind);
    } else {
        launch.defines = local_size(std::bit_ceil(n));
        launch.uniforms.emplace_back("count", n);
        launch.passes = two_levels(n, subgroup_size, "subgroups", "totals scanned", kind);
    }
    return launch;
}

std::vector<Launch> three_passes(std::uint32_t n, Kind kind, std::uint32_t block, const pbp::Limits& limits) {
    const auto sizes = level_sizes(n, block);
    const auto levels = static_cast<std::uint32_t>(sizes.size());
    // At every level but the lowest, the totals themselves are summed: only "totals" and the level
    // distinguish their names.
    const auto of = [&](std::uint32_t level) {
        return levels <= 2 ? std::string() : fmt::format(", level {}", level);
    };

    std::vector<Launch> all;
    for (std::uint32_t level = 0; level < levels; ++level) {
        const Kind here = level == 0 ? kind : Kind::exclusive;
        const bool last = level + 1 == levels;
        const auto name = level == 0 || !last ? fmt::format("scan in blocks of {}{}", block, of(level))
                                              : "totals scanned" + of(level);
        std::vector<Pass> passes{{Step::scan_parts, block, name, level, here}};
        if (!last) passes.push_back({Step::store_totals, block, "totals of blocks" + of(level), level + 1});
        all.push_back({folder + "v4_three_passes.comp",
                       local_size(block),
                       {{"count", sizes[level]}, {"exclusive", flag(here)}},
                       pbp::groups_for(sizes[level], block, limits),
                       passes,
                       level});
    }
    for (std::uint32_t level = levels - 1; level-- > 0;)
        all.push_back({folder + "parts/v4_add.comp",
                       local_size(block),
                       {{"count", sizes[level]}},
                       pbp::groups_for(sizes[level], block, limits),
                       {{Step::add_before, block, "prefixes added" + of(level), level}},
                       level});
    return all;
}

Launch look_back(std::uint32_t n, Kind kind, std::uint32_t tile, const pbp::Limits& limits) {
    return {folder + "v5_look_back.comp",
            local_size(tile),
            {{"count", n}, {"exclusive", flag(kind)}},
            pbp::groups_for(n, tile, limits),
            two_levels(n, tile, "tiles", "before it: totals of earlier tiles", kind),
            0};
}

std::uint32_t wide_each(std::uint32_t n, std::uint32_t lanes, const pbp::DeviceInfo& info) {
    if (n < few) return n < 2 * 2 * lanes * 8 ? 4 : 8;
    return info.software ? 32 : n < large_n ? 8 : 16;
}

std::uint32_t scan_each(std::uint32_t n, std::uint32_t lanes, const pbp::DeviceInfo& info) {
    return info.software || n < large_n ? wide_each(n, lanes, info) : 24;
}

std::uint32_t widest(std::uint32_t each) {
    return each <= 8 ? 1024 : each == 20 || each == 24 ? 256 : 512;
}

std::uint32_t wide_local_size(std::uint32_t n, std::uint32_t each, std::uint32_t widest, std::uint32_t lanes,
                              const pbp::DeviceInfo& info) {
    const auto parts = parts_of(n, each);
    const auto most = std::min(info.software ? 64 : widest, info.limits.workgroup_invocations);
    return std::max(part_for(parts, 8, most), std::min(2 * lanes, part_for(parts, 2, most)));
}

std::uint32_t states_apart(std::uint32_t tiles, const pbp::Limits& limits) {
    const std::uint64_t most = limits.buffer_bytes / 8 / (tiles + std::uint64_t{2});
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(most, 1, 16));
}

Launch wide_look_back(std::uint32_t n, Kind kind, const WideTile& tile, const pbp::Limits& limits) {
    return {folder + "v6_wide_look_back.comp",
            {{"LOCAL_SIZE", std::to_string(tile.local_size)},
             {"EACH", std::to_string(tile.each) + "u"},
             {"SUBGROUP", std::to_string(tile.lanes)},
             {"KIND", std::to_string(flag(kind))},
             {"STATES_APART", std::to_string(states_apart(parts_of(n, tile.elements()), limits)) + "u"}},
            {{"vectors", n / 4}},
            pbp::groups_for(n, tile.elements(), limits),
            two_levels(n, tile.elements(), "tiles", "before it: totals of earlier tiles", kind),
            0};
}

}  // namespace scan
