// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// What the CPU does: one checked run of each version whose OpenGL calls are listed.
struct Calls : Traits {
    static constexpr const char *verb = "calls",
                                *does = "Run once, and list the OpenGL calls of each pass: what the CPU does";
    static constexpr bool leaves_page = true;

    void add_options(const VerbOptions& calls);
    int run(const Task& task, Sink& sink) const;
};

}  // namespace mode

}  // namespace pbp
