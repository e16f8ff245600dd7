// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "common/event/heard.hpp"

namespace pbp {

/// What the terminal and the page of a run need to know of what was asked for.
struct Presentation {
    std::filesystem::path out;  ///< pictures and the page go to out/LESSON
    bool quiet = false, json = false;
    bool simulated = false;    ///< on the simulator, which times nothing
    bool leaves_page = false;  ///< out/LESSON/index.html
    bool lists_lines = true;   ///< of the simulator, for each version
    std::function<std::string(const Heard&)> document = &Heard::document;  ///< what --json prints
    /// What to print below the versions at the end, even with --quiet, and the last line; none: nothing.
    std::function<std::string(const Heard&)> summary = {}, where_to_look = {};
};

/// The usual last line of a run that went well: where the pictures are, and what to read. Empty for any
/// other.
std::string where_pictures_are(const Heard& heard, const std::filesystem::path& out, bool pictures);

}  // namespace pbp
