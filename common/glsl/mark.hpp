// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "common/glsl/diagnostics.hpp"

namespace pbp::glsl {

/// A part of a line, in bytes; size 0 is none.
struct Mark {
    std::size_t begin = 0, size = 0;
};

/// The part of a line that a driver's message means: the name it quotes, or else the word at its column, or
/// else the line's first word. None for a blank line.
Mark mark(std::string_view line, const Diagnostic& what);

}  // namespace pbp::glsl
