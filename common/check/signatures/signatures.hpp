// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/check/signatures/case.hpp"

/// One function a pattern: a finding where it explains all wrong cells, else none. Each says its threshold.
namespace pbp::signatures {

using Found = std::optional<Finding>;

// written.cpp
/// Cells beyond the end, or whose value should have stayed `fill`, were written.
Found written_outside(const Case& seen);
/// Every wrong cell still holds the fill, or in this pass nobody wrote it while others wrote theirs.
Found never_written(const Case& seen);

// places.cpp
/// The wrong cells are the array's end: the last workgroup's share, or the last cell.
Found out_of_bounds(const Case& seen);
/// The first workgroup's cells are right, and most of all others are wrong.
Found one_workgroup(const Case& seen);
/// Wrong are cells at the borders between workgroups alone.
Found workgroup_edges(const Case& seen);

// stale.cpp
/// Wrong cells hold an older value, or were made of one, in a regular pattern.
Found stale(const Case& seen);

// sums.cpp
/// An inclusive scan where an exclusive one belongs, or the reverse.
Found scan_kind(const Case& seen);
/// Each cell is its expected value plus what stood there before.
Found dirty_buffer(const Case& seen);

// depth.cpp
/// Sums of a half (a quarter, ...) of what they should add, or of twice as much; or a level that is missing.
Found tree_depth(const Case& seen);

// order.cpp
/// Pairs of cells at one distance have each other's value.
Found swapped(const Case& seen);
/// Each cell of a stretch holds its neighbour's value.
Found shifted(const Case& seen);

// keys.cpp
/// Values are wrong where the top bit is set alone, or ordered as the other kind of integer.
Found signedness(const Case& seen);
/// Values are wrong among those with equal keys alone.
Found equal_keys(const Case& seen);
/// Of values that should only move, some are gone and others there twice.
Found lost_keys(const Case& seen);

}  // namespace pbp::signatures
