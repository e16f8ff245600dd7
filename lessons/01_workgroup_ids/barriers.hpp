// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <numeric>

#include "common/picture/canvas/canvas.hpp"
#include "lessons/01_workgroup_ids/ids.hpp"

/// The two ways to wait: at a barrier for your own workgroup, and at the end of a dispatch for everyone.
namespace ids {

/// The CPU twin: how many invocations of its workgroup have arrived by the time one leaves the barrier.
inline Words arrived_twin(const Dispatch& d) {
    Words arrived(d.n);
    for (std::uint32_t i = 0; i < d.n; ++i) {
        const auto first = i / d.local.x * d.local.x;
        arrived[i] = std::min(d.n - first, d.local.x);
    }
    return arrived;
}

/// The CPU twin of all moments of a dispatch, in whatever order they were taken: `got` itself if it holds
/// `first` and the numbers after it exactly once each, otherwise these numbers in order.
inline Words each_once(const Words& got, std::uint32_t first) {
    Words all(got.size()), sorted = got;
    std::iota(all.begin(), all.end(), first);
    std::ranges::sort(sorted);
    return sorted == all ? got : all;
}

/// The moments of two dispatches on one clock: when each invocation arrives, and when it leaves.
using Moments = std::array<Words, 2>;

/// Draws both dispatches: one row per invocation, time to the right.
pbp::picture::Canvas draw_barriers(const Dispatch& d, const Moments& moments, const std::string& device);

}  // namespace ids
