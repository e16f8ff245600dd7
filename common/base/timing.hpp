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
Timing timing_of(const std::vector<double>& elapsed_ms);

/// How many times as long one thing took as another, both timed in turns: the quartiles of the ratios of each
/// turn. What disturbs the machine for longer than a turn disturbs both, and drops out.
struct Ratio {
    double low = 0, middle = 0, high = 0;
    /// True where the two cannot be told apart: the middle half of the turns holds both answers, or they lie
    /// within 2 %.
    bool equal() const { return (low <= 1 && high >= 1) || (middle > 0.98 && middle < 1.02); }
};

/// Over the turns that both have; none gives zeros.
Ratio ratio_of(const std::vector<double>& one_ms, const std::vector<double>& other_ms);

}  // namespace pbp
