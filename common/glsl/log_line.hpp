// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "common/glsl/diagnostics.hpp"

namespace pbp::glsl {

/// The message in one line of a driver's log, or nothing for a line of unknown format.
std::optional<Diagnostic> parse_log_line(std::string_view line);

/// The lines of a log that are not blank.
std::vector<std::string_view> log_lines(std::string_view log);

}  // namespace pbp::glsl
