// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lessons/06_subgroup_scan/scan.hpp"
#include "lessons/07_stream_compaction/voxels.hpp"

/// Stream compaction as data: which dispatches each version makes, and the CPU twin of each pass. It keeps
/// the numbers of the active cells, one behind the other, and counts them. Source: "Fast prefix sum using
/// subgroups in GLSL compute shaders", whose use of the scan this is; the scans and the look-back are
/// lesson 06's.
namespace compaction {

/// What every buffer of a device holds where nobody has written.
inline constexpr std::uint32_t untouched = 0xA5A5A5A5u;

/// For each cell 1 where its density is above the threshold, else 0.
Words active(const Words& densities, std::uint32_t threshold);

/// The numbers of the active cells.
Words numbers(const Words& active);
/// Each density is read once, and each kept cell's number written.
inline pbp::bench::Work work(const std::string&, std::uint64_t n, std::uint64_t kept) {
    return {4 * n, 4 * kept, n};
}

/// The article's rule: for each cell whether the one before it is active. Its inclusive scan, and the
/// exclusive scan of the flags themselves, are the same numbers: how many active cells lie before each.
Words previous(const Words& active);

/// What the active cells leave behind when each writes its number into its slot: one word a cell, untouched
/// behind the last slot.
Words scattered(const Words& active, const Words& slots);

/// How many active cells there are.
std::uint32_t count_of(const Words& active);

/// v1's slots, one a cell, as the kept cells tell them: `kept` turned around. Inactive cells, and those that
/// are not found, have the untouched one.
Words slots_from(const Words& kept, const Words& active);

/// What v1 may leave behind: every active cell once, in any order, nothing behind them. Where `got` does so,
/// the answer is `got`; a slot at fault gets the first active cell that is missing.
Words any_order(const Words& got, const Words& active);
/// The same for the slots that the cells drew: a cell at fault gets the first slot that nobody has; an
/// inactive one has none, and keeps what `got` holds. Empty where `got` is: nobody recorded it.
Words any_slots(const Words& got, const Words& active);

/// How many kept cells do not stand in the slot that their order gives them.
std::uint32_t out_of_order(const Words& kept, const Words& active);

/// Which cells' values mean something: marks the inactive ones as absent.
std::vector<pbp::CellMark> only(const Words& active);

/// What each version leaves to choose.
pbp::Knobs knobs(const std::string& version);

/// The workgroup of the shaders that give each cell an invocation, by default: a power of two, so that a
/// picture shows several workgroups.
inline std::uint32_t local_size_for(std::uint32_t n) {
    return scan::part_for(n, 8, 256);
}

/// A dispatch of v1 or of v2's first and last shader: one invocation a cell.
scan::Launch one_each(const std::string& shader, const Voxels& voxels, std::uint32_t threshold,
                      std::uint32_t local_size, const pbp::Limits& limits);

/// v2's scan of the answers in blocks of so many cells: lesson 06's v4.
std::vector<scan::Launch> scans(std::uint32_t n, std::uint32_t block, const pbp::Limits& limits);

/// v3's one dispatch in tiles of so many cells; its passes are those of the scan of the flags.
scan::Launch one_dispatch(const Voxels& voxels, std::uint32_t threshold, std::uint32_t tile,
                          const pbp::Limits& limits);

/// The same in v4's wide tiles. Throws Error(wrong_usage) for a tile whose cells do not fit into shared
/// memory.
scan::Launch wide_one_pass(const Voxels& voxels, std::uint32_t threshold, const scan::WideTile& tile,
                           const pbp::Limits& limits);

}  // namespace compaction
