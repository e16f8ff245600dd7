// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace sim {
class Simulator;
}

namespace mode {

/// The plain run, on either machine: each version checked, drawn and timed.
struct Check : Traits {
    static constexpr bool leaves_page = true;

    void add_options(const VerbOptions& plain);
    int run(const Task& task, Sink& sink) const;
};

}  // namespace mode

class CallListener;

/// How a run of versions differs from the plain one on a device.
struct CheckSettings {
    sim::Simulator* simulator = nullptr;  ///< the device's backend, where that is one
    bool paged = true;                    ///< rows go to the run's page, where the options want one
    bool framed = false;                  ///< once, each dispatch in a frame of its own
    CallListener* listener = nullptr;     ///< once, with its OpenGL calls
};

/// Runs the chosen versions on a device and reports each to the sink: what the worker does, and what tests
/// call. On a simulator each version is also searched for faults, and what its shaders did is reported line
/// by line. Returns 0, or the exit code of the first version that failed.
int run_versions(Device& device, const Lesson& lesson, const Options& options, Sink& sink,
                 const CheckSettings& settings = {});

}  // namespace pbp
