// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "common/glsl/diagnostics.hpp"

namespace pbp::glsl {

/// A part of a line, in bytes; empty if size is 0.
struct Mark {
    std::size_t begin = 0, size = 0;
};

/// The part of a line that a driver's message refers to: the name it quotes, else the word at its column,
/// else the line's first word. Empty for a blank line.
Mark mark(std::string_view line, const Diagnostic& what);

}  // namespace pbp::glsl
