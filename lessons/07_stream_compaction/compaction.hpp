// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/device/backend.hpp"
#include "lessons/06_subgroup_scan/scan.hpp"
#include "lessons/07_stream_compaction/voxels.hpp"

/// Stream compaction as data: which dispatches each version makes, and the CPU twin of each pass. It stores
/// the numbers of the active cells without gaps, and counts them. Source: "Fast prefix sum using subgroups in
/// GLSL compute shaders", which uses the scan in this way; the scans and the look-back are lesson 06's.
namespace compaction {

using pbp::untouched;

/// For each cell 1 if its density is above the threshold, else 0.
Words active(const Words& densities, std::uint32_t threshold);

/// The numbers of the active cells.
Words numbers(const Words& active);
/// Each density is read once, and the number of each kept cell is written.
inline pbp::bench::Work work(const std::string&, std::uint64_t n, std::uint64_t kept) {
    return {4 * n, 4 * kept, n};
}

/// The article's rule: for each cell, whether the one before it is active. The inclusive scan of this and the
/// exclusive scan of the flags themselves give the same numbers: how many active cells come before each.
Words previous(const Words& active);

/// What the active cells leave when each writes its number into its slot: one word per cell, untouched after
/// the last slot.
Words scattered(const Words& active, const Words& slots);

/// The number of active cells.
std::uint32_t count_of(const Words& active);

/// v1's slots, one per cell, recovered from the kept cells: the inverse of `kept`. Inactive cells, and those
/// that are missing, have the untouched value.
Words slots_from(const Words& kept, const Words& active);

/// What v1 may leave: every active cell once, in any order, and nothing after them. If `got` is such an
/// outcome, the answer is `got`; a wrong slot gets the first active cell that is missing.
Words any_order(const Words& got, const Words& active);
/// The same for the slots that the cells drew: a wrong cell gets the first slot that is free; an inactive
/// one has none, and keeps what `got` holds. Empty if `got` is, since then nothing was recorded.
Words any_slots(const Words& got, const Words& active);

/// The number of kept cells that are not in the slot that their order gives them.
std::uint32_t out_of_order(const Words& kept, const Words& active);

/// Which cells have a meaningful value: marks the inactive ones as absent.
std::vector<pbp::CellMark> only(const Words& active);

/// What can be tuned in each version.
pbp::Knobs knobs(const std::string& version);

/// The default workgroup size of the shaders with one invocation per cell: a power of two, small enough that
/// a picture shows several workgroups.
inline std::uint32_t local_size_for(std::uint32_t n) {
    return scan::part_for(n, 8, 256);
}

/// A dispatch of v1, or of v2's first or last shader: one invocation per cell.
scan::Launch one_each(const std::string& shader, const Voxels& voxels, std::uint32_t threshold,
                      std::uint32_t local_size, const pbp::Limits& limits);

/// v2's scan of the answers with `block` cells per block: lesson 06's v4.
std::vector<scan::Launch> scans(std::uint32_t n, std::uint32_t block, const pbp::Limits& limits);

/// v3's one dispatch with `tile` cells per tile; its passes are those of the scan of the flags.
scan::Launch one_dispatch(const Voxels& voxels, std::uint32_t threshold, std::uint32_t tile,
                          const pbp::Limits& limits);

/// The cells per invocation that v4 or v5 takes by default, and the local size that goes with them.
std::uint32_t wide_each(const std::string& version, std::uint32_t n, std::uint32_t lanes,
                        const pbp::DeviceInfo& info);
std::uint32_t wide_local_size(const std::string& version, std::uint32_t n, std::uint32_t each,
                              std::uint32_t lanes, const pbp::DeviceInfo& info);
/// The same in the wide tiles of v4 or v5.
scan::Launch wide_one_pass(const std::string& version, const Voxels& voxels, std::uint32_t threshold,
                           const scan::WideTile& tile, const pbp::Limits& limits);

}  // namespace compaction
