// SPDX-License-Identifier: MIT
#pragma once

#include "common/picture/canvas/bitmap.hpp"

namespace pbp::picture {

/// How a bitmap is scaled: each pixel to `times` * `times` pixels, or `over` * `over` of them to one.
struct Magnification {
    int times = 1, over = 1;
    /// The size in the picture of this number of bitmap pixels.
    int shown(int pixels) const { return (pixels * times + over - 1) / over; }
};

/// The largest scale at which width * height pixels, each at least 1, fit into most_width * most_height.
Magnification fitting(int width, int height, int most_width, int most_height);

/// Draws a bitmap with its top left corner at `at`: enlarged in crisp squares, or averaged; transparent
/// pixels over a chequerboard.
void draw_magnified(Canvas& canvas, Point at, const Bitmap& bitmap, const Magnification& scale);

}  // namespace pbp::picture
