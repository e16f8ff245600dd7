// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

class OptionGroup;

namespace mode {

/// The lesson in a window, until somebody closes it.
struct Window : Traits {
    static constexpr const char* flag = "--window";
    static constexpr Effects without =
        effect::input | effect::debug | effect::table | effect::rows | effect::document | effect::watch;
    static constexpr bool needs_window = true;

    void add_options(OptionGroup group);
    int run(const Task& task, Sink& sink) const;
};

}  // namespace mode

}  // namespace pbp
