// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

class OptionGroup;

namespace mode {

/// Two versions on the simulator, and what they cost side by side.
struct Compare : Traits {
    static constexpr const char* flag = "--sim-compare";
    static constexpr Effects without = effect::versions | effect::shader | effect::debug | effect::table |
                                       effect::rows | effect::opengl | effect::watch;
    static constexpr bool leaves_page = true;
    static constexpr bool lists_lines = false;
    std::vector<std::string> versions;  ///< two of them

    /// Asks for the simulator as well, like all --sim-... options.
    void add_options(OptionGroup group, std::optional<sim::Settings>& simulated);
    /// Makes full names of the two versions, and chooses them, at the same n.
    void settle(const Lesson& lesson, Options& options);
    int run(const Task& task, Sink& sink) const;
    std::string summary(const Heard& heard) const;
};

}  // namespace mode

}  // namespace pbp
