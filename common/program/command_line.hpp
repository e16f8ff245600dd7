// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/options/verb_options.hpp"
#include "common/program/mode.hpp"

namespace pbp {

/// What a lesson's program is asked to do: what for, on what, and what options say.
struct CommandLine : Asked {
    Mode mode;
    Machine machine;

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
