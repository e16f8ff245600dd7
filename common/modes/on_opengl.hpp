// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp::mode {

/// The lesson in a window, until somebody closes it.
struct Window : Traits {
    static constexpr const char *verb = "window", *does = "Watch it live in a window";
    static constexpr bool writes = false;

    void add_options(const VerbOptions& window);
    int run(const Task& task, Sink& sink) const;
};

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

/// What the CPU does: one checked run of each version whose OpenGL calls are listed.
struct Calls : Traits {
    static constexpr const char *verb = "calls",
                                *does = "Run once, and list the OpenGL calls of each pass: what the CPU does";
    static constexpr bool leaves_page = true;

    void add_options(const VerbOptions& calls);
    int run(const Task& task, Sink& sink) const;
};

}  // namespace pbp::mode
