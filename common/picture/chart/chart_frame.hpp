// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// Draws a chart's title and notes; returns the position below them. `width` is the canvas's, in pixels.
float draw_header(Canvas& canvas, const std::string& title, const std::vector<std::string>& notes,
                  float width);

/// Draws a chart's sentence on how to read it, its first line's top at `top`; returns the height of a canvas
/// that ends below it.
float draw_footer(Canvas& canvas, const std::string& how_to_read, float top, float width);

/// Joins points with a dashed line whose dashes continue around corners.
void draw_dashes(Canvas& canvas, std::span<const Point> points, Color color, float thickness);

}  // namespace pbp::picture
