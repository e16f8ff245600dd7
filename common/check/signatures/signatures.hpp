// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/check/signatures/case.hpp"

/// One function per pattern: a finding if it explains all wrong cells, otherwise none. Each documents its
/// threshold.
namespace pbp::signatures {

using Found = std::optional<Finding>;

// written.cpp
/// Cells past the end, or whose value should have stayed `fill`, were written.
Found written_outside(const Case& seen);
/// Every wrong cell still holds the fill, or was not written in this pass while others were.
Found never_written(const Case& seen);

// places.cpp
/// The wrong cells are the array's end: the last workgroup's share, or the last cell.
Found out_of_bounds(const Case& seen);
/// The first workgroup's cells are right, and most of the others are wrong.
Found one_workgroup(const Case& seen);
/// Only cells at the borders between workgroups are wrong.
Found workgroup_edges(const Case& seen);

// sums.cpp
/// An inclusive scan instead of an exclusive one, or the reverse.
Found scan_kind(const Case& seen);
/// Each cell is its expected value plus its previous value.
Found dirty_buffer(const Case& seen);

// order.cpp
/// Pairs of cells at one distance have each other's value.
Found swapped(const Case& seen);
/// Each cell of a run holds its neighbour's value.
Found shifted(const Case& seen);

// keys.cpp
/// Values are wrong only if the top bit is set, or are ordered as the other kind of integer.
Found signedness(const Case& seen);
/// Only values with equal keys are wrong.
Found equal_keys(const Case& seen);
/// Of values that should only move, some are lost and others duplicated.
Found lost_keys(const Case& seen);

}  // namespace pbp::signatures
