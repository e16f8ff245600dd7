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

/// How the runs of a version came out, for a person: a table, sizes across and orders down, then each problem
/// once with the runs that have it, or that all agree.
std::vector<std::string> in_words(const std::vector<SweptRun>& runs);

}  // namespace pbp
