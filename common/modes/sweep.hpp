// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// On simulators with several subgroup sizes and orders. Its option is listed with those of the simulator.
struct Sweep : Traits {
    static constexpr const char* flag = "--sim-sweep";
    static constexpr Effects without =
        effect::table | effect::rows | effect::opengl | effect::one_machine | effect::counts;

    int run(const Task& task, Sink& sink) const;
    std::string where_to_look(const Heard&, const Options&) const { return {}; }
};

}  // namespace mode

/// Runs each chosen version on simulators with several subgroup sizes and orders, each run checked and looked
/// through for faults, and tells how each came out. `others` says
/// all else. Gives the exit code of the first that is not right.
int sweep_versions(const Task& task, const sim::Settings& others, Sink& sink);

}  // namespace pbp
