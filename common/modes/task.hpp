// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "common/lesson/lesson.hpp"
#include "common/opengl/context.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

namespace sim {
class Simulator;
}

/// What a lesson's dispatches run on: OpenGL, or the simulator.
using Machine = std::variant<ContextOptions, sim::Settings>;

/// What a mode runs, and on what. All of it outlives the run.
struct Task {
    const Lesson& lesson;
    const Options& options;
    const Machine& machine;
};

/// A machine, ready to run shaders.
struct Opened {
    /// `observer`, if not null, outlives it. Throws Error(machine_lacks) if there is no OpenGL as it is asked
    /// for.
    Opened(const Machine& machine, ShaderTree shaders, Observer* observer);
    /// A task's machine, for the lesson's shaders.
    Opened(const Task& task, Observer& observer);

    sim::Simulator* simulator = nullptr;  ///< the device's backend, where that is one
    Device device;
};

}  // namespace pbp
