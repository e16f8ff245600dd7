// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace pbp {

/// Summary of several timed runs of the same work.
struct Timing {
    double median_ms = 0;
    double spread_ms = 0;  ///< from the first to the third quartile: the middle half of the runs
    int runs = 0;
};

/// Summarises the times of several runs; all zeros for no runs.
Timing timing_of(const std::vector<double>& elapsed_ms);

/// How many times as long one thing takes as another, timed alternately: the quartiles of the per-round
/// ratios. A disturbance that lasts longer than a round affects both and cancels out.
struct Ratio {
    double low = 0, middle = 0, high = 0;
    /// True if the two cannot be distinguished: the middle half of the rounds includes 1, or they are within
    /// 2 %.
    bool equal() const { return (low <= 1 && high >= 1) || (middle > 0.98 && middle < 1.02); }
};

/// Over the rounds that both have; all zeros for no rounds.
Ratio ratio_of(const std::vector<double>& one_ms, const std::vector<double>& other_ms);

}  // namespace pbp
