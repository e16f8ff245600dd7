// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/glsl/preprocess.hpp"

namespace pbp::glsl {

/// One line of a driver's compile log that names a place.
struct Diagnostic {
    int string = 0;
    int line = 0;
    int column = 0;  ///< 0 where the driver gives none
    bool error = true;
    std::string text;
};

/// Reads the logs of NVIDIA `S(L) : error C1: …`, Mesa `S:L(C): error: …`, Intel and AMD `ERROR: S:L: …`
/// and glslang `ERROR: S:L: …`; lines of no known format are passed over.
std::vector<Diagnostic> parse_log(std::string_view log);

/// The page a learner sees when a shader does not build: file:line, that line with a marker, the driver's
/// message; then what the log held beside that. At most `most` errors are shown, and the rest counted.
std::string explain(const Source& source, std::string_view log, int most = 5);

}  // namespace pbp::glsl
