// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp {

namespace sim {
class Simulator;
}

/// Runs the chosen versions on a device and reports each to the sink: what the worker does, and what tests
/// call. Returns 0, or the exit code of the first version that failed. `simulator` is the device's backend
/// where that is one.
int run_versions(Device& device, const Lesson& lesson, const Options& options, Sink& sink,
                 sim::Simulator* simulator = nullptr);

}  // namespace pbp
