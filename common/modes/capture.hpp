// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

class OptionGroup;

namespace mode {

/// For a graphics debugger: one checked run of each version, in this process, each dispatch in a frame of its
/// own.
struct Capture : Traits {
    static constexpr const char* flag = "--capture";
    static constexpr Effects without = effect::limits | effect::watch;
    static constexpr bool needs_window = true;
    static constexpr bool in_process = true;

    void add_options(OptionGroup group);
    int run(const Task& task, Sink& sink) const;
};

}  // namespace mode

}  // namespace pbp
