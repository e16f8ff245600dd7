// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "common/modes/bench/bench.hpp"
#include "common/modes/check.hpp"
#include "common/modes/compare.hpp"
#include "common/modes/judge/judge.hpp"
#include "common/modes/on_opengl.hpp"
#include "common/modes/soak.hpp"
#include "common/modes/step/step.hpp"
#include "common/modes/sweep.hpp"
#include "common/modes/tune/tune.hpp"

namespace pbp {

/// What a run is for, by its verb; without one: check.
using Mode = std::variant<mode::Check, mode::Soak, mode::Tune, mode::Bench, mode::Judge, mode::Window,
                          mode::Capture, mode::Calls, mode::Compare, mode::Sweep, mode::Step>;

}  // namespace pbp
