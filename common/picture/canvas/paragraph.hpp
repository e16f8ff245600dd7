// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// The lines of a text broken at spaces to at most `width` pixels; a longer word keeps a line of its own.
std::vector<std::string> wrapped(std::string_view text, float width, float size, Face face = Face::sans);

/// The text, or as much of its start as fits into `width` pixels followed by an ellipsis.
std::string shortened(std::string_view text, float width, float size, Face face = Face::sans);

/// Draws a wrapped text whose first line's top is at `top`, and gives the place below it.
float paragraph(Canvas& canvas, Point top, std::string_view text, float width, float size, Color color,
                Face face = Face::sans);

}  // namespace pbp::picture
