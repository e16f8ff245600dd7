// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// The lesson in a window, until somebody closes it.
struct Window : Traits {
    static constexpr const char *verb = "window", *does = "Watch it live in a window";
    static constexpr bool writes = false;

    void add_options(const VerbOptions& window);
    int run(const Task& task, Sink& sink) const;
};

}  // namespace mode

}  // namespace pbp
