// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/picture/canvas/bitmap.hpp"
#include "common/picture/canvas/scale.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {

/// A pixel of an exhibit.
struct PixelMark {
    int x = 0, y = 0;
};

/// A bitmap under its caption.
struct Exhibit {
    std::string caption;
    Bitmap bitmap;
    std::uint32_t first_column = 0, first_row = 0;  ///< where the rulers begin, for part of a larger bitmap
    std::vector<PixelMark> wrong;  ///< pixels that differ from the CPU twin; the first is framed
};

/// Bitmaps side by side under one title, all at the same scale: small ones magnified, averaged if they are
/// too large to be shown in full.
struct Gallery {
    std::string title;
    std::string how_to_read;
    std::vector<Exhibit> exhibits;
    std::string value_name;           ///< what the scale's colours mean
    std::optional<ValueScale> scale;  ///< for bitmaps whose colours are values; none: pictures
    std::string wrong_means = "differs from the CPU twin";  ///< the meaning of the marks
};

/// The scale at which all exhibits fit side by side in `width` pixels.
Magnification magnification(const Gallery& gallery, int width);

Canvas draw(const Gallery& gallery, int width = style::width);

}  // namespace pbp::picture
