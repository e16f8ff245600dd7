// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/base/timing.hpp"
#include "common/event/tuning_report.hpp"

namespace pbp {

/// Fills in what follows from the times of the rows, turn by turn (one list per row, in their order):
/// medians, speeds, ratios to the version's own choice, and the best. Rows that did not run keep their zeros.
void compare(TuningReport& report, const std::vector<std::vector<double>>& elapsed_ms);

}  // namespace pbp
