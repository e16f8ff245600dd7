// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "common/picture/canvas.hpp"
#include "lessons/01_workgroup_ids/ids.hpp"

/// The two ways to wait: at a barrier for one's workgroup, and at the end of a dispatch for all.
namespace ids {

/// The CPU twin: how many invocations of its workgroup have arrived when an invocation leaves the barrier.
inline Words arrived_twin(const Dispatch& d) {
    Words arrived(d.n);
    for (std::uint32_t i = 0; i < d.n; ++i) {
        const auto first = i / d.local.x * d.local.x;
        arrived[i] = std::min(d.n - first, d.local.x);
    }
    return arrived;
}

/// The moments of two dispatches on one clock: for each invocation when it arrives, and when it leaves.
using Moments = std::array<Words, 2>;

/// Draws both dispatches: a row an invocation, time to the right.
pbp::picture::Canvas draw_barriers(const Dispatch& d, const Moments& moments);

}  // namespace ids
