// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// The colour of the id-th curve: from Okabe and Ito's palette for all kinds of colour vision, as dark as a
/// thin line on paper needs it.
Color curve_color(std::size_t id);

/// Draws the mark of the id-th curve: a shape of its own, so that colour is never the only difference.
void draw_mark(Canvas& canvas, Point at, std::size_t id);

/// Draws the mark of the id-th of those curves that are of another kind: open, in ink.
void draw_open_mark(Canvas& canvas, Point at, std::size_t id);

}  // namespace pbp::picture
