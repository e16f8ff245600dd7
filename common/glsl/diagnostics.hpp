// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/glsl/preprocess.hpp"

namespace pbp::glsl {

/// One line of a driver's compile log that has a source location.
struct Diagnostic {
    int string = 0;
    int line = 0;
    int column = 0;  ///< 0 if the driver gives none
    bool error = true;
    std::string text;
};

/// Reads the logs of NVIDIA `S(L) : error C1: …`, Mesa `S:L(C): error: …`, Intel and AMD `ERROR: S:L: …` and
/// glslang `ERROR: S:L: …`; lines in other formats are skipped.
std::vector<Diagnostic> parse_log(std::string_view log);

/// What a learner sees when a shader does not build: file:line, that line with a marker, the driver's
/// message; then the rest of the log. At most `most` errors are shown; the rest are counted.
std::string explain(const Source& source, std::string_view log, int most = 5);

/// The message in one line of a driver's log, or nothing for a line of unknown format.
std::optional<Diagnostic> parse_log_line(std::string_view line);

/// The lines of a log that are not blank.
std::vector<std::string_view> log_lines(std::string_view log);

}  // namespace pbp::glsl
