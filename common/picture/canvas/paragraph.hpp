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

/// The paragraphs that frame a picture on a canvas of `width` pixels, each of which returns the position
/// below it: its title, and then what it leaves out, or what its reader must know.
float draw_title(Canvas& canvas, const std::string& title, float width);
float draw_notes(Canvas& canvas, const std::vector<std::string>& notes, float top, float width);

/// A canvas that ends below the sentence on how to read its picture, whose top is at `top`.
Canvas canvas_with(const std::string& how_to_read, float top, float width);

/// The width of a picture whose contents end at `right`: there is room for its title, of up to 900 pixels
/// with the margins and with what is to `spare`.
float framed_width(float right, const std::string& title, float spare = 0);

}  // namespace pbp::picture
