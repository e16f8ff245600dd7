// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// Draws a chart's title and notes; returns the position below them. `width` is the canvas's, in pixels.
float draw_header(Canvas& canvas, const std::string& title, const std::vector<std::string>& notes,
                  float width);

/// Joins points with a dashed line whose dashes continue around corners.
void draw_dashes(Canvas& canvas, std::span<const Point> points, Color color, float thickness, float dash = 9,
                 float gap = 6);

/// The colour of the id-th curve: from Okabe and Ito's palette, which suits all kinds of colour vision, dark
/// enough for a thin line on paper.
Color curve_color(std::size_t id);

/// Draws the mark of the id-th curve: each has its own shape, so that colour is never the only difference.
void draw_mark(Canvas& canvas, Point at, std::size_t id);

/// The colour of curves of another kind, unlike that of any other.
constexpr Color other_kind{0xB8, 0x10, 0x48};

/// Draws the mark of the id-th curve of another kind: open, in their colour.
void draw_open_mark(Canvas& canvas, Point at, std::size_t id);

}  // namespace pbp::picture
