// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/check/keys.hpp"
#include "common/event/bench_row.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/launch.hpp"
#include "common/lesson/sort_order.hpp"
#include "common/picture/diagram/network.hpp"

/// The bitonic sort as data: which passes there are, how each version puts them into dispatches, and the CPU
/// twin of a pass. Source: K. E. Batcher, "Sorting networks and their applications", AFIPS 1968.
namespace bitonic {

using Keys = std::vector<std::uint32_t>;

/// One pass over the whole array: compare-exchange each pair (i, i + stride), ascending if bit `block` of i
/// is 0; or, for a matrix of `columns` columns, turn rows into columns.
struct Pass {
    std::uint32_t block = 0;
    std::uint32_t stride = 0;
    /// The bits of i that decide the direction: in a transposed matrix, only the column's.
    std::uint32_t index_mask = ~0u;
    std::uint32_t columns = 0;  ///< above 0: transpose instead

    std::string name() const {
        if (columns > 0) return fmt::format("transpose to {} columns", columns_after);
        return fmt::format("block {}, stride {}", block, stride);
    }
    std::uint32_t columns_after = 0;
    pbp::SortOrder order = pbp::SortOrder::ascending;  ///< of the whole array, which the last block has
    bool operator==(const Pass&) const = default;
};

struct Launch : pbp::Launch<Pass> {
    bool reads_from = false;  ///< takes two buffers, From and To; both may be the same, unless it moves
    bool moves = false;       ///< its output is in a different buffer from its input
};

/// The key that ends up after all others: the largest, or 0 if the order descends.
inline std::uint32_t last_key(pbp::SortOrder order) {
    return order == pbp::SortOrder::ascending ? std::numeric_limits<std::uint32_t>::max() : 0;
}

/// The keys padded to a power of two (at least 2) with the last key of the order. Padding ends up after every
/// other key; a real key of that value may trade places with it, unnoticed.
inline Keys padded(Keys keys, pbp::SortOrder order = pbp::SortOrder::ascending) {
    keys.resize(std::max<std::size_t>(2, std::bit_ceil(keys.size())), last_key(order));
    return keys;
}

/// All compare-exchange passes for n keys, a power of two: log2(n) * (log2(n) + 1) / 2 of them.
inline std::vector<Pass> passes(std::uint32_t n) {
    std::vector<Pass> all;
    for (std::uint64_t block = 2; block <= n; block *= 2)
        for (std::uint64_t stride = block / 2; stride > 0; stride /= 2)
            all.push_back({static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(stride)});
    return all;
}

/// Keys are read and written at least once; every pass compares n / 2 pairs.
inline pbp::bench::Work work(const std::string&, std::uint64_t n, std::uint64_t) {
    const auto filled = std::max<std::uint64_t>(2, std::bit_ceil(n));
    const auto steps = static_cast<std::uint64_t>(std::countr_zero(filled));
    return {4 * n, 4 * n, steps * (steps + 1) / 2 * (filled / 2)};
}

/// The CPU twin of one pass.
inline void step(Keys& keys, const Pass& pass) {
    if (pass.columns > 0) {
        const std::size_t columns = pass.columns, rows = keys.size() / columns;
        Keys turned(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) {
            turned[(i % columns) * rows + i / columns] = keys[i];
        }
        keys = std::move(turned);
        return;
    }
    for (std::size_t low = 0; low < keys.size(); ++low) {
        if ((low & pass.stride) != 0) continue;
        const std::size_t high = low + pass.stride;
        const bool with_the_order = (low & pass.index_mask & pass.block) == 0;
        const bool ascending = with_the_order == (pass.order == pbp::SortOrder::ascending);
        if (ascending ? keys[low] > keys[high] : keys[low] < keys[high]) std::swap(keys[low], keys[high]);
    }
}

/// The same in a run, which also learns what a shader leaves that still sorts upwards.
inline void step(Keys& keys, const Pass& pass, pbp::Run& run) {
    if (pass.order == pbp::SortOrder::descending) {
        Pass up = pass;
        up.order = pbp::SortOrder::ascending;
        Keys upwards = keys;
        step(upwards, up);
        run.suspect(upwards, pbp::still_ascends());
    }
    step(keys, pass);
}

/// Keys that a workgroup holds in shared memory: what the device allows, but at most a quarter of n, so that
/// a small n shows both kinds of pass. A power of two, at least 2.
inline std::uint32_t tile_for(std::uint32_t n, const pbp::Limits& limits) {
    const auto fits = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(limits.shared_bytes / 4, 2ull * limits.workgroup_invocations));
    return std::clamp(std::min(n / 4, std::bit_floor(std::min(fits, 1024u))), 2u, 1024u);
}

/// The width of v4's matrix: the square root of n, rounded up to a power of two.
inline std::uint32_t columns_for(std::uint32_t n) {
    return 1u << ((std::bit_width(n) - 1 + 1) / 2);
}

/// Below this number of keys v7 and v8 have no tile to load, at four keys per invocation; they sort as v6.
inline constexpr std::uint32_t least_for_registers = 8;

/// The shaders that v5 to v8 run besides their own.
inline const std::vector<std::string> v3{"05_bitonic_sort/v3_global.comp"};
inline const std::vector<std::string> v5{"05_bitonic_sort/v5_shared_tail.comp"};
inline const std::vector<std::string> beside_v7{"05_bitonic_sort/parts/v7_merge_tile.comp",
                                                "05_bitonic_sort/v5_shared_tail.comp",
                                                "05_bitonic_sort/v6_registers.comp"};
inline const std::vector<std::string> beside_v8{
    "05_bitonic_sort/v7_register_tile.comp", "05_bitonic_sort/parts/v7_merge_tile.comp",
    "05_bitonic_sort/v5_shared_tail.comp", "05_bitonic_sort/v6_registers.comp"};

/// The most keys, a power of two, that the versions take on a device.
inline std::uint64_t pairs(const pbp::Limits& limits) {
    return std::bit_floor(
        std::min<std::uint64_t>(limits.shared_bytes / 4, 2ull * limits.workgroup_invocations));
}
inline std::uint64_t slots(const pbp::Limits& limits) {
    return std::bit_floor(std::min<std::uint64_t>(limits.shared_bytes / 4, limits.workgroup_invocations));
}
inline std::uint64_t square(const pbp::Limits& limits) {
    return std::min(pairs(limits) * pairs(limits), std::bit_floor(limits.buffer_bytes / 4));
}
inline std::uint64_t any(const pbp::Limits& limits) {
    return std::min<std::uint64_t>(std::bit_floor(limits.buffer_bytes / 4), 1ull << 31);
}
inline const pbp::LargestN shared_pairs{pairs, "one workgroup holds all keys"};
inline const pbp::LargestN shared_slots{slots, "one workgroup holds all keys"};
inline const pbp::LargestN rows_in_workgroups{square, "rows and columns must each fit into a workgroup"};
inline const pbp::LargestN one_buffer{any, ""};

/// Marks the padding among the keys, if it is distinguishable from real keys of that value.
inline std::vector<pbp::CellMark> padding(const Keys& keys, std::size_t n,
                                          pbp::SortOrder order = pbp::SortOrder::ascending) {
    const auto last = last_key(order);
    if (keys.size() == n || static_cast<std::size_t>(std::ranges::count(keys, last)) != keys.size() - n)
        return {};
    std::vector<pbp::CellMark> marks(keys.size(), pbp::CellMark::plain);
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == last) marks[i] = pbp::CellMark::padded;
    return marks;
}

/// The sentences under a version's strip of n keys, a power of two.
inline std::string how_to_read(const std::string& version, std::uint32_t n) {
    const std::uint32_t row = columns_for(n);
    return std::string(
               "Each row shows the array after one pass; a bracket joins two keys that were compared. "
               "Stride: how far apart. Block: a run of as many keys, in order after its last pass.") +
           (version == "v4_transpose" && row < n
                ? fmt::format(
                      " A transpose takes the array as {0} rows of {1} keys: keys {1} apart are in one "
                      "column, and become neighbours; the next one puts them back. So block 2, stride 1 "
                      "between two transposes is block {2}, stride {1} of the array before. The last "
                      "block is the whole array, so all its arrows point the same way. Who writes in a "
                      "transpose is not recorded.",
                      n / row, row, 2 * row)
                : "");
}

/// The recorded passes as a sorting network.
inline pbp::picture::Canvas network(pbp::picture::Strip strip) {
    strip.how_to_read =
        "Each wire is a position in the array; time runs to the right. Each arrow compares the keys of two "
        "wires, a stride apart. Block: a run of as many wires, whose keys are in order after its last "
        "stride.";
    return pbp::picture::draw_network(strip);
}

/// What can be chosen for a version's dispatches.
struct Shape {
    /// Of v3: in every pass; v4: in the transpose; v5, v6: in a tile, a pair each; v7, v8: in a tile.
    std::uint32_t local_size = 256;
    std::uint32_t keys = 2;  ///< per invocation; v6: for strides beyond a tile; v7, v8: everywhere
};
Shape shape_of(const std::string& version, std::uint32_t n, const pbp::Limits& limits, bool software = false);
/// What can be tuned in a version's shape.
pbp::Knobs knobs(const std::string& version);

/// The dispatches of a version for n keys, a power of two, at least 2. Throws Error(wrong_usage) for a tile
/// larger than n.
std::vector<Launch> launches(const std::string& version, const Shape& shape, std::uint32_t n,
                             const pbp::Limits& limits);
/// The same in the version's default shape.
std::vector<Launch> launches(const std::string& version, std::uint32_t n, const pbp::Limits& limits);
/// The dispatches of a run, in the shape that was asked for; gives the run the number of passes.
std::vector<Launch> plan(pbp::Run& run, std::uint32_t n);

/// True if some dispatch leaves the keys in another buffer.
inline bool moves(const std::vector<Launch>& launches) {
    return std::ranges::any_of(launches, &Launch::moves);
}

/// The network, if there are few keys; for v7, where a small tile's keys are, layout by layout.
void more_pictures(pbp::Run& run, std::uint32_t n);

}  // namespace bitonic
