// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/lesson/lesson.hpp"
#include "common/terminal/presentation.hpp"

namespace pbp {

namespace mode {

/// Groups of options that most modes share, a bit each. program/option_table.cpp lists the options of each
/// group, and why they have no effect in some modes.
using Effects = std::uint32_t;
namespace effect {
constexpr Effects data = 1, input = 2, versions = 4, shader = 8, debug = 16, table = 32, document = 64,
                  opengl = 128, limits = 256, one_machine = 512, counts = 1024, watch = 2048, rows = 4096;
}

/// An option of a mode's own, without effect in all others.
struct OwnOption {
    const char* flag;
    const char* because;  ///< in words that follow "has no effect ...:"
};

/// What a mode declares about itself. Each mode inherits this and overrides what differs, at least its flag,
/// and defines how it runs,
///     int run(const Task& task, Sink& sink) const;
/// in the process that touches the device; it returns 0, or an exit code.
struct Traits {
    static constexpr const char* flag = "";  ///< the option that asks for it
    static constexpr Effects without = 0;    ///< options that have no effect in it
    static constexpr std::array<OwnOption, 0> own{};
    static constexpr Purpose purpose = Purpose::check;
    static constexpr bool bench_data =
        false;  ///< options of the lesson that are not given take LessonOption::bench
    static constexpr bool needs_window = false;  ///< which EGL does not make
    static constexpr bool in_process = false;    ///< for a debugger: no worker, no time limits
    static constexpr bool leaves_page = false;   ///< where pictures are wanted
    static constexpr bool lists_lines = true;    ///< of the simulator, for each version

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
