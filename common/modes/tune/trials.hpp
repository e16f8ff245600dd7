// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "common/base/timing.hpp"
#include "common/event/tuning_report.hpp"
#include "common/lesson/lesson.hpp"

namespace pbp {

/// Fills in what follows from the times of the rows, turn by turn (one list per row, in their order):
/// medians, speeds, ratios to the version's own choice, and the best. Rows that did not run keep their zeros.
void compare(TuningReport& report, const std::vector<std::vector<double>>& elapsed_ms);

/// A tuning run of one version: every combination of what it leaves open, checked and timed.
class Trials {
  public:
    /// Runs each combination once, in natural order and untraced, every result compared. `options` hold n,
    /// and the choice that is asked for, if any.
    Trials(Device& device, const Lesson& lesson, const Version& version, const Options& options, Sink& sink);

    /// Times all that is right, in turns, so that what disturbs the machine meanwhile disturbs all alike: one
    /// turn to warm up, then three, or more as long as they take a second or two in all. What takes more than
    /// eight times as long as the fastest is timed once: no disturbance makes it the best.
    void time();

    TuningReport report() const;

  private:
    /// One combination on its way: its programs stay built until all have been timed.
    struct Trial {
        Options options;
        TunedRow row;
        ExitCode problem = ExitCode::right;
        ProgramCache programs = {};
        std::vector<double> elapsed_ms = {};
    };
    void check(Trial& trial, std::size_t number, std::size_t of);
    RunFacts run(Trial& trial, RunMode mode);

    Device& device_;
    const Lesson& lesson_;
    const Version& version_;
    Sink& sink_;
    std::vector<Trial> trials_;
    std::string gave_up_;  ///< a story's sentence where another version served
};

}  // namespace pbp
