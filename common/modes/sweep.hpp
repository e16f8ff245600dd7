// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// On simulators with several subgroup sizes and orders.
struct Sweep : Traits {
    static constexpr const char *verb = "sweep",
                                *does =
                                    "Run on the simulator with subgroups of 4, 8, 16, 32 and 64 in four "
                                    "orders, and report those that differ";
    static constexpr bool simulates = true, writes = false;

    void add_options(const VerbOptions& sweep);
    int run(const Task& task, Sink& sink) const;
    std::string where_to_look(const Heard&, const Options&) const { return {}; }
};

}  // namespace mode

/// Runs each chosen version on simulators with several subgroup sizes and orders, each run checked and looked
/// through for faults, and tells how each came out. `others` says
/// all else. Gives the exit code of the first that is not right.
int sweep_versions(const Task& task, const sim::Settings& others, Sink& sink);

}  // namespace pbp
