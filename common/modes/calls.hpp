// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

class OptionGroup;

namespace mode {

/// What the CPU does: one checked run of each version whose OpenGL calls are listed.
struct Calls : Traits {
    static constexpr const char* flag = "--calls";
    static constexpr Effects without = effect::rows | effect::watch;
    static constexpr bool leaves_page = true;

    void add_options(OptionGroup group);
    int run(const Task& task, Sink& sink) const;
};

}  // namespace mode

}  // namespace pbp
