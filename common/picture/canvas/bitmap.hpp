// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// Pixels that were read or computed, not drawn: width * height of them, rows from the top, straight alpha.
struct Bitmap {
    int width = 0, height = 0;
    std::vector<Color> pixels;

    Color at(int x, int y) const {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)];
    }
};

/// The size that the header of a PNG or JPEG claims, in pixels, without decoding these. Throws
/// Error(wrong_usage) where there is none, or more than 2^28 pixels.
struct BitmapSize {
    int width = 0, height = 0;
};
BitmapSize bitmap_size(const std::filesystem::path& file);

/// Reads a PNG (grey, palette, colour, with and without alpha, 8 and 16 bits, of which the upper 8 are kept)
/// or a JPEG (8 bits, baseline or progressive). What has no alpha becomes opaque. Throws Error(wrong_usage),
/// also where the file is cut off.
Bitmap load_bitmap(const std::filesystem::path& file);

/// Writes a PNG, with alpha where a pixel is not opaque. Throws Error(wrong_usage) where the folder refuses.
void save(const Bitmap& bitmap, const std::filesystem::path& file);

}  // namespace pbp::picture
