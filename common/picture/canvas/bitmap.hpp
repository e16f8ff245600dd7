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

/// The size in pixels in the header of a PNG or JPEG, without decoding it. Throws Error(wrong_usage) if there
/// is none, or it exceeds 2^28 pixels.
struct BitmapSize {
    int width = 0, height = 0;
};
BitmapSize bitmap_size(const std::filesystem::path& file);

/// Reads a PNG (grey, palette, colour, with or without alpha, 8 or 16 bits, of which the upper 8 are kept) or
/// a JPEG (8 bits, baseline or progressive). Images without alpha become opaque. Throws Error(wrong_usage),
/// even when the file is merely truncated.
Bitmap load_bitmap(const std::filesystem::path& file);

/// Writes a PNG, with alpha if a pixel is not opaque. Throws Error(wrong_usage) if the folder is not
/// writable.
void save(const Bitmap& bitmap, const std::filesystem::path& file);

}  // namespace pbp::picture
