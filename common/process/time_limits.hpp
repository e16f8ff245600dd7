// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

namespace pbp {

/// How long a worker may be at one thing before it is ended.
struct TimeLimits {
    double dispatch_s = 10;
    double compile_s = 60;
    /// All dispatches from one report to the next; none: they may go on, as in a window.
    std::optional<double> together_s = {};

    /// The same for work whose dispatches all serve one report: together they have ten times the limit of
    /// one.
    TimeLimits with_an_end() const { return {dispatch_s, compile_s, 10 * dispatch_s}; }
};

}  // namespace pbp
