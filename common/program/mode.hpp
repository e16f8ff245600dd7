// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
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

/// What a run is for, by its verb; without one: check. A browser's tab has no use for the others: they
/// measure a machine, or talk with a terminal.
#ifdef __EMSCRIPTEN__
using Mode = std::variant<mode::Check, mode::Judge, mode::Sweep>;
#else
using Mode = std::variant<mode::Check, mode::Soak, mode::Tune, mode::Bench, mode::Judge, mode::Window,
                          mode::Capture, mode::Calls, mode::Compare, mode::Sweep, mode::Step>;
#endif

/// True for a mode that is one of the variant's.
template <typename M, typename Modes>
constexpr bool is_among = false;
template <typename M, typename... All>
constexpr bool is_among<M, std::variant<All...>> = (std::is_same_v<M, All> || ...);

}  // namespace pbp
