// SPDX-License-Identifier: MIT
#include "lessons/04_odd_even_sort/odd_even.hpp"

#include <bit>

#include "common/lesson/run.hpp"
#include "common/lesson/version_names.hpp"

namespace odd_even {

namespace {

const std::string folder = "04_odd_even_sort/";

pbp::glsl::Define define(const std::string& name, std::uint32_t value) {
    return {name, std::to_string(value)};
}

std::uint32_t transpose(Keys& keys, const Pass& pass) {
    std::uint32_t swaps = 0;
    for (std::size_t low = pass.first; low + 1 < keys.size(); low += 2) {
        const std::size_t high = low + 1;
        const bool swap = pbp::before(pass.order, keys[high], keys[low]);
        if (swap) std::swap(keys[low], keys[high]);
        swaps += swap ? 1 : 0;
    }
    return swaps;
}

/// Reorders the keys in [begin, end): `places` are their current positions in the new order.
std::uint32_t move(Keys& keys, std::size_t begin, const std::vector<std::size_t>& places) {
    std::uint32_t moves = 0;
    Keys moved(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        moved[i] = keys[places[i]];
        moves += places[i] == begin + i ? 0 : 1;
    }
    std::ranges::copy(moved, keys.begin() + static_cast<std::ptrdiff_t>(begin));
    return moves;
}

std::uint32_t sort_runs(Keys& keys, const Pass& pass) {
    std::uint32_t moves = 0;
    std::vector<std::size_t> places;
    for (std::size_t begin = 0; begin < keys.size(); begin += pass.run) {
        places.clear();
        for (std::size_t i = begin; i < std::min(begin + pass.run, keys.size()); ++i) places.push_back(i);
        std::ranges::stable_sort(
            places, [&](std::size_t a, std::size_t b) { return pbp::before(pass.order, keys[a], keys[b]); });
        moves += move(keys, begin, places);
    }
    return moves;
}

std::uint32_t merge_runs(Keys& keys, const Pass& pass) {
    std::uint32_t moves = 0;
    std::vector<std::size_t> places;
    for (std::size_t begin = pass.first; begin + pass.run < keys.size(); begin += 2 * pass.run) {
        const std::size_t middle = begin + pass.run, end = std::min(middle + pass.run, keys.size());
        if (!pbp::before(pass.order, keys[middle], keys[middle - 1])) continue;  // in order already
        places.clear();
        for (std::size_t lower = begin, upper = middle; lower < middle || upper < end;) {
            const bool from_lower =
                upper == end || (lower < middle && !pbp::before(pass.order, keys[upper], keys[lower]));
            places.push_back(from_lower ? lower++ : upper++);
        }
        moves += move(keys, begin, places);
    }
    return moves;
}

/// v2 to v4: all passes in one dispatch of one workgroup, one invocation for every two keys.
Launch one_workgroup(const std::string& version, std::uint32_t n, std::uint32_t passes_made) {
    Launch launch{folder + version + ".comp",
                  {define("LOCAL_SIZE", (n + 1) / 2)},
                  {{"n", n}},
                  pbp::Groups{1},
                  passes(passes_made)};
    launch.tells = pbp::version_number(version) == 4;
    return launch;
}

std::vector<Launch> one_each(std::uint32_t n, std::uint32_t local_size, const pbp::Limits& limits) {
    std::vector<Launch> all;
    for (const Pass& pass : passes(n + n % 2))
        all.push_back({folder + "v5_dispatches.comp",
                       {define("LOCAL_SIZE", local_size)},
                       {{"n", n}, {"pass", pass.number}},
                       pbp::groups_for((n + 1) / 2, local_size, limits),
                       {pass},
                       true,
                       !pass.is_even()});
    return all;
}

/// The first dispatch sorts all blocks and makes round 1; then one dispatch per round, with as many rounds
/// as blocks.
std::vector<Launch> blocks(std::uint32_t n, const Tile& tile, const pbp::DeviceInfo& device) {
    if (std::uint64_t{4} * tile.keys() > device.limits.shared_bytes)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "{} invocations with {} keys each need {} bytes of shared memory, this driver has {}; give "
                  "a smaller --local-size or --per-invocation.",
                  tile.invocations, tile.items, std::uint64_t{4} * tile.keys(), device.limits.shared_bytes);
    const std::uint32_t block = tile.block(), rounds = (n + block - 1) / block;
    std::vector<Launch> all;
    for (std::uint32_t round = 1; round <= rounds; ++round) {
        const std::uint32_t first = round % 2 == 1 ? 0 : block;
        std::vector<Pass> made;
        if (round == 1) {
            made.push_back({Pass::Kind::sort, 0, 0, tile.items});
            for (std::uint32_t run = tile.items; run < block; run *= 2)
                made.push_back({Pass::Kind::grow, 0, 0, run});
        }
        made.push_back({Pass::Kind::merge, round, first, block});
        all.push_back(
            {folder + "v6_blocks.comp",
             {define("LOCAL_SIZE", tile.invocations), define("ITEMS", tile.items)},
             {{"n", n}, {"round", round}},
             pbp::groups_for((n - first + tile.items - 1) / tile.items, tile.invocations, device.limits),
             made});
    }
    return all;
}

}  // namespace

std::string Pass::name() const {
    const char* parity = is_even() ? "even" : "odd";
    switch (kind) {
        case Kind::transpose:
            return fmt::format("pass {}, {} pairs", number, parity);
        case Kind::sort:
            return fmt::format("sort runs of {}", run);
        case Kind::grow:
            return fmt::format("merge runs of {}", run);
        case Kind::merge:
            return fmt::format("round {}, {} pairs: merge blocks", number, parity);
    }
    return {};
}

std::vector<Pass> passes(std::uint32_t count) {
    std::vector<Pass> all;
    for (std::uint32_t number = 1; number <= count; ++number)
        all.push_back({Pass::Kind::transpose, number, number % 2 == 1 ? 0u : 1u, 1});
    return all;
}

std::uint32_t step(Keys& keys, const Pass& pass) {
    if (pass.kind == Pass::Kind::transpose) return transpose(keys, pass);
    return pass.kind == Pass::Kind::sort ? sort_runs(keys, pass) : merge_runs(keys, pass);
}

Tile tile_for(std::uint32_t n, const pbp::DeviceInfo& device, std::uint32_t invocations) {
    const auto fits = static_cast<std::uint32_t>(device.limits.shared_bytes / 4);
    const std::uint32_t most = device.software ? 64 : std::bit_floor(device.limits.workgroup_invocations);
    const std::uint32_t keys = std::clamp(n / 2, 2u, fits);
    Tile tile;
    tile.invocations = invocations > 0 ? invocations : std::clamp(std::bit_floor(keys / 3), 2u, most);
    tile.items = std::max(1u, keys / tile.invocations);
    if (tile.items % 2 == 0) --tile.items;
    return tile;
}

pbp::Knobs knobs(const std::string& version) {
    const int number = pbp::version_number(version);
    using pbp::LocalSizes;
    if (number < 5) return {LocalSizes::fixed, {}, "its one workgroup follows from n"};
    if (number < 6) return {LocalSizes::any, {}, "an invocation takes a pair", 1024};
    return {LocalSizes::powers_of_two, {7, 8, 15, 16, 31, 32}, "", 4096};
}

std::vector<Launch> launches(const std::string& version, std::uint32_t n, const pbp::DeviceInfo& device) {
    return launches(version, tile_of(version, n, device), n, device);
}

std::vector<Launch> launches(const std::string& version, const Tile& tile, std::uint32_t n,
                             const pbp::DeviceInfo& device) {
    if (version == "v2_fixed") return {one_workgroup(version, n, n)};
    if (version == "v3_paired" || version == "v4_early_exit") return {one_workgroup(version, n, n + n % 2)};
    if (version == "v5_dispatches") return one_each(n, tile.invocations, device.limits);
    return blocks(n, tile, device);
}

Tile tile_of(const std::string& version, std::uint32_t n, const pbp::DeviceInfo& device,
             std::uint32_t invocations) {
    if (version == "v6_blocks") return tile_for(n, device, invocations);
    return {invocations > 0 ? invocations : 256, 2};
}

std::vector<Launch> plan(pbp::Run& run) {
    const auto& info = run.gpu.info();
    const auto own = tile_of(run.version(), run.n, info).invocations;
    Tile tile = tile_of(run.version(), run.n, info, run.local_size(own));
    tile.items = run.per_invocation(tile.items);
    auto all = launches(run.version(), tile, run.n, info);
    for (auto& launch : all)
        for (auto& pass : launch.passes) pass.order = pbp::order_of(run.options);
    run.plan(passes_in(all), run.n);
    return all;
}

std::uint32_t block_of(const std::vector<Launch>& launches) {
    const Pass& last = launches.back().passes.back();
    return last.kind == Pass::Kind::merge ? last.run : 0;
}

namespace {

std::string summary(const Twin& twin, const std::vector<Launch>& launches) {
    const auto told = twin.told();
    if (const auto block = block_of(launches); block > 0)
        return fmt::format(
            "{} rounds, a dispatch each, for blocks of {} keys; the first also sorts the blocks",
            launches.size(), block);
    const auto most = passes_in(launches);
    if (launches.front().tells)
        return fmt::format("{} of at most {} passes; {} pairs were swapped", told[0], most, told[1]);
    return fmt::format("{} passes whatever the keys; {} pairs were swapped", most, told[1]);
}

std::string how_to_read(const std::vector<Launch>& launches) {
    if (block_of(launches) > 0)
        return "Each row is the array after one pass; a line follows a key that moved. Vertical lines "
               "separate the blocks. A workgroup merges a pair of neighbouring blocks: an even pair begins "
               "with an even block, such as 0 and 1, an odd one with an odd block, such as 1 and 2. In a "
               "round of odd pairs nobody has block 0, so it is not written; a last block without a partner "
               "has a workgroup, which writes it back as it is. A round without lines found all keys in "
               "order.";
    return "Each row is the array after the pass at its left; a box in the row above holds two neighbours "
           "that the pass compared, crossed arrows that it swapped them.";
}

}  // namespace

void draw(pbp::Run& run, const Twin& twin, const std::vector<Launch>& launches) {
    run.note(summary(twin, launches));
    run.draw(how_to_read(launches), {.group = block_of(launches), .group_name = "block"});
}

}  // namespace odd_even
