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
    /// What the worker may use of the processor until it has done what it was asked; none: it is not counted.
    std::optional<double> processor_s = {};

    /// The same for work whose dispatches all serve one report: together they have ten times the limit of
    /// one.
    TimeLimits with_an_end() const { return {dispatch_s, compile_s, 10 * dispatch_s}; }
    /// The same for a judge, which no file may keep busy for ever. Processor time does not depend on what
    /// else runs on the machine.
    TimeLimits with_a_verdict() const { return {dispatch_s, compile_s, {}, processor_s.value_or(verdict_s)}; }
    /// Several times our slowest solution, compiled anew on llvmpipe.
    static constexpr double verdict_s = 120;
};

}  // namespace pbp
