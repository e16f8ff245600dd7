// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
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

/// The size in pixels in the header of a PNG or JPEG, without decoding it. Throws Error(wrong_usage) without
/// a size, or with one that exceeds 2^28 pixels.
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

/// True for data that starts like a JPEG.
bool is_jpeg(std::span<const std::uint8_t> bytes);

/// Checks what stb misses: it silently fills in what a truncated JPEG lacks, and before version 2.28 it
/// writes past its own tables if those in the file are too long. Null for a JPEG without such faults.
const char* jpeg_fault(std::span<const std::uint8_t> bytes);

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
