// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/lesson/lesson.hpp"
#include "common/options/verb_options.hpp"
#include "common/terminal/presentation.hpp"

namespace pbp {

namespace mode {

/// What a mode declares about itself. Each mode inherits this and overrides what differs. But for the plain
/// run each has a verb, and what --help says of it. It registers the options that have an effect in it, and
/// defines how it runs, in the process that touches the device; that returns 0, or an exit code:
///     void add_options(const VerbOptions& verb);
///     int run(const Task& task, Sink& sink) const;
struct Traits {
    static constexpr Purpose purpose = Purpose::check;
    /// Options of the lesson that are not given take LessonOption::bench.
    static constexpr bool bench_data = false;
    static constexpr bool simulates = false;    ///< always
    static constexpr bool in_process = false;   ///< for a debugger: no worker, no time limits
    static constexpr bool writes = true;        ///< into the folder of --out
    static constexpr bool leaves_page = false;  ///< where pictures are wanted
    static constexpr bool lists_lines = true;   ///< of the simulator, for each version

    /// Checks what only this mode can check, and completes the options. Throws Error(wrong_usage).
    void settle(const Lesson&, Options&) const {}
    /// What --json prints.
    std::string document(const Heard& heard) const { return heard.document(); }
    /// What to print below the versions at the end, even with --quiet.
    std::string summary(const Heard&) const { return {}; }
    /// The last line: where the pictures are, and what to read.
    std::string where_to_look(const Heard& heard, const Options& options) const {
        return where_pictures_are(heard, options.out, options.pictures);
    }
};

}  // namespace mode

}  // namespace pbp
