// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/process/time_limits.hpp"
#include "common/program/mode.hpp"

namespace pbp {

/// What a lesson's program is asked to do: what for, on what, watched or not; the rest every mode shares.
struct CommandLine {
    Mode mode;
    Machine machine;
    bool watch = false;  ///< run again what a saved shader changes, until somebody interrupts
    std::string file;    ///< of a lesson that is made from one: Lesson::file
    Options options;
    TimeLimits limits;
    bool in_process = false;  ///< no worker: for a debugger
    bool quiet = false;
    bool json = false;

    bool simulated() const { return std::holds_alternative<sim::Settings>(machine); }
    /// For the terminal and the page of the run.
    Presentation presentation() const;
};

/// Reads a lesson's command line. Ends by an exit code instead where there is nothing more to do: --help (0),
/// or wrong usage (2), which is said in one sentence on stderr.
std::optional<int> parse_command_line(int argc, const char* const* argv, const Lesson& lesson,
                                      CommandLine& line);

/// The file that these words name, where a lesson of this kind is to be made from one; empty: none, or the
/// words are wrong.
std::string file_in(int argc, const char* const* argv, const Lesson& lesson);

}  // namespace pbp
