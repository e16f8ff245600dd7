// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// For a graphics debugger: one checked run of each version, in this process, each dispatch in a frame of its
/// own.
struct Capture : Traits {
    static constexpr const char *verb = "capture",
                                *does =
                                    "For a graphics debugger: run once, one frame per dispatch (needs a "
                                    "display)";
    static constexpr bool in_process = true;

    void add_options(const VerbOptions& capture);
    int run(const Task& task, Sink& sink) const;
};

}  // namespace mode

}  // namespace pbp
