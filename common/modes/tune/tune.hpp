// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// What versions leave open, tried and timed.
struct Tune : Traits {
    static constexpr const char *verb = "tune",
                                *does =
                                    "Try every size left open, check each, compare their times and draw the "
                                    "curves";
    static constexpr Purpose purpose = Purpose::tune;

    void add_options(const VerbOptions& tune);
    int run(const Task& task, Sink& sink) const;
    std::string where_to_look(const Heard& heard, const Options& options) const;
};

}  // namespace mode

/// Tries every combination of the numbers that the chosen versions leave open: checks each once, then times
/// those that are right in turns, and draws the curves. Reports each version to the sink. Returns 0, 1 where
/// a combination gives a wrong result, or the exit code of a version of which none could run.
int tune_versions(Device& device, const Lesson& lesson, const Options& options, Sink& sink);

}  // namespace pbp
