// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// The lines of a text wrapped at spaces to at most `width` pixels; a longer word gets a line of its own.
std::vector<std::string> wrapped(std::string_view text, float width, float size, Face face = Face::sans);

/// The text, or as much of its start as fits into `width` pixels with an ellipsis.
std::string shortened(std::string_view text, float width, float size, Face face = Face::sans);

/// Draws a wrapped text with its first line's top at `top`; returns the position below it.
float paragraph(Canvas& canvas, Point top, std::string_view text, float width, float size, Color color,
                Face face = Face::sans);

}  // namespace pbp::picture
