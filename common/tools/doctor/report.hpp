// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pbp::doctor {

/// A line of what was found: a short name and what there is to say.
using Line = std::pair<std::string, std::string>;

/// A text without paths: each becomes PATH, as it may name a user.
std::string without_paths(const std::string& text);

/// A report for docs/hardware.md, as Markdown: a row of its table with gaps for what was run, and all lines.
/// It names the machine's parts, but no user, no computer and no folder. `date` is YYYY-MM-DD; `problem` why
/// there is no OpenGL, or empty.
std::string report(const std::vector<Line>& lines, const std::string& problem, const std::string& system,
                   const std::string& date);

/// Today, in UTC.
std::string today();

}  // namespace pbp::doctor
