// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace pbp {

/// What several timed runs of the same work say together.
struct Timing {
    double median_ms = 0;
    double spread_ms = 0;  ///< from the first to the third quartile: the middle half of the runs
    int runs = 0;
};

/// Sums up the times of some runs; none gives zeros.
Timing timing_of(std::vector<double> elapsed_ms);

/// True where the two cannot be told apart: their medians lie closer than the larger spread, or than 2 %.
bool equal(const Timing& a, const Timing& b);

}  // namespace pbp
