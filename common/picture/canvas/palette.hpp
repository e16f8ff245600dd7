// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// The cividis scale, readable without colour vision; t is clamped to 0..1, dark blue to yellow.
Color cividis(double t);

/// A colour for the id-th category from Okabe and Ito's palette, which suits all kinds of colour vision;
/// lighter each time the palette repeats.
Color category(std::size_t id);

/// `color` blended with a `share`, 0..1, of `other`.
Color mix(Color color, Color other, double share);

/// The WCAG 2 relative luminance of a colour, 0 black to 1 white, and the contrast of two, 1 to 21.
double relative_luminance(Color color);
double contrast(double luminance_a, double luminance_b);

/// Black or white, whichever reads better on `background` (WCAG relative luminance).
Color ink_on(Color background);

}  // namespace pbp::picture
