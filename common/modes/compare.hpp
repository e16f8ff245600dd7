// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/version_report.hpp"
#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// Two versions on the simulator, and what they cost side by side.
struct Compare : Traits {
    static constexpr const char *verb = "compare",
                                *does =
                                    "Compare what two versions cost on the simulator, line by line: compare "
                                    "v2,v3";
    static constexpr bool simulates = true;
    static constexpr bool leaves_page = true;
    static constexpr bool lists_lines = false;
    std::vector<std::string> versions;  ///< two of them

    void add_options(const VerbOptions& compare);
    /// Makes full names of the two versions, and chooses them, at the same n.
    void settle(const Lesson& lesson, Options& options);
    int run(const Task& task, Sink& sink) const;
    std::string summary(const Heard& heard) const;
};

}  // namespace mode

/// What two simulated versions cost, side by side: all counts of their dispatches together with the ratio,
/// then the lines that one has alone, and those that both have and that count otherwise.
std::vector<std::string> side_by_side(const VersionReport& left, const VersionReport& right);

}  // namespace pbp
