// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// The colour of the id-th curve: from Okabe and Ito's palette, which suits all kinds of colour vision, dark
/// enough for a thin line on paper.
Color curve_color(std::size_t id);

/// Draws the mark of the id-th curve: each has its own shape, so that colour is never the only difference.
void draw_mark(Canvas& canvas, Point at, std::size_t id);

/// Draws the mark of the id-th curve of another kind: open, in ink.
void draw_open_mark(Canvas& canvas, Point at, std::size_t id);

}  // namespace pbp::picture
