// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/sim/code/code.hpp"

namespace pbp::sim {

/// Rows that some path through the code may read before it has written them, in ascending order; only rows of
/// `variables` (by row) count. Empty if the code is too large to tell.
std::vector<Row> may_be_unset(const Code& code, const std::vector<bool>& variables);

}  // namespace pbp::sim
