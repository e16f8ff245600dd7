// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "common/lesson/lesson.hpp"
#include "common/opengl/context.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

/// What a lesson's dispatches run on: OpenGL, or the simulator.
using Machine = std::variant<ContextOptions, sim::Settings>;

/// What a mode runs, and on what. All of it outlives the run.
struct Task {
    const Lesson& lesson;
    const Options& options;
    const Machine& machine;
};

}  // namespace pbp
