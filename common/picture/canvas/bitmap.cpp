// SPDX-License-Identifier: MIT
#include "common/picture/canvas/bitmap.hpp"

#include <algorithm>
#include <numeric>

#include "common/picture/canvas/png.hpp"

namespace pbp::picture {

namespace {

/// Consecutive Huffman tables: a byte, the numbers of symbols with 1 to 16 bits, and the symbols.
bool tables_fit(std::span<const std::uint8_t> segment) {
    while (!segment.empty()) {
        if (segment.size() < 17) return false;
        const auto counts = segment.subspan(1, 16);
        const auto symbols = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
        if (symbols > 256 || 17 + symbols > segment.size()) return false;
        segment = segment.subspan(17 + symbols);
    }
    return true;
}

constexpr int most_times = 24;

/// The chequerboard that shows through transparent pixels, even within large ones.
void draw_board(Canvas& canvas, const Rect& field) {
    const float side = std::max(field.width / 2, 4.0F);
    for (float y = field.y; y < field.y + field.height; y += side)
        for (float x = field.x; x < field.x + field.width; x += side) {
            const auto square = static_cast<int>(x / side) + static_cast<int>(y / side);
            canvas.fill(
                {x, y, std::min(side, field.x + field.width - x), std::min(side, field.y + field.height - y)},
                square % 2 == 0 ? Color{255, 255, 255} : Color{214, 218, 224});
        }
}

/// The average of a square of pixels, weighted by their alpha.
Color average(const Bitmap& bitmap, int left, int top, int side) {
    std::uint32_t r = 0, g = 0, b = 0, a = 0, count = 0;
    for (int y = top; y < std::min(top + side, bitmap.height); ++y)
        for (int x = left; x < std::min(left + side, bitmap.width); ++x, ++count) {
            const Color pixel = bitmap.at(x, y);
            r += pixel.r * pixel.a, g += pixel.g * pixel.a, b += pixel.b * pixel.a, a += pixel.a;
        }
    if (a == 0) return {0, 0, 0, 0};
    const auto channel = [](std::uint32_t sum, std::uint32_t by) {
        return static_cast<std::uint8_t>((sum + by / 2) / by);
    };
    return {channel(r, a), channel(g, a), channel(b, a), channel(a, count)};
}

}  // namespace

void save(const Bitmap& bitmap, const std::filesystem::path& file) {
    std::vector<std::uint8_t> rgba;
    rgba.reserve(bitmap.pixels.size() * 4);
    for (const Color& pixel : bitmap.pixels) rgba.insert(rgba.end(), {pixel.r, pixel.g, pixel.b, pixel.a});
    save_png(file, bitmap.width, bitmap.height, rgba);
}

bool is_jpeg(std::span<const std::uint8_t> bytes) {
    return bytes.size() >= 3 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[2] == 0xFF;
}

const char* jpeg_fault(std::span<const std::uint8_t> bytes) {
    constexpr auto cut_off = "it is truncated";
    // Markers are 0xFF and a byte; segments, which may contain a small JPEG, have a length; compressed data
    // encodes 0xFF as 0xFF 0x00.
    for (std::size_t at = 2; at + 1 < bytes.size();) {
        const auto marker = bytes[at + 1];
        if (bytes[at] != 0xFF || marker == 0xFF) {
            at += 1;
        } else if (marker == 0xD9) {
            return nullptr;
        } else if (marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {
            at += 2;  // a marker without a segment
        } else {
            if (at + 3 >= bytes.size()) return cut_off;
            const std::size_t length = std::size_t{bytes[at + 2]} << 8 | bytes[at + 3];
            if (at + 2 + length > bytes.size()) return cut_off;
            if (length < 2) return "its segments are damaged";
            if (marker == 0xC4 && !tables_fit(bytes.subspan(at + 4, length - 2)))
                return "its tables are damaged";
            at += 2 + length;
        }
    }
    return cut_off;
}

void draw_magnified(Canvas& canvas, Point at, const Bitmap& bitmap, const Magnification& scale) {
    for (int y = 0; y < bitmap.height; y += scale.over)
        for (int x = 0; x < bitmap.width; x += scale.over) {
            const Color color = scale.over == 1 ? bitmap.at(x, y) : average(bitmap, x, y, scale.over);
            const int left = x / scale.over * scale.times, top = y / scale.over * scale.times;
            const Rect field{at.x + static_cast<float>(left), at.y + static_cast<float>(top),
                             static_cast<float>(scale.times), static_cast<float>(scale.times)};
            if (color.a < 255) draw_board(canvas, field);
            canvas.fill(field, color);
        }
}

Magnification fitting(int width, int height, int most_width, int most_height) {
    if (width <= most_width && height <= most_height)
        return {std::clamp(std::min(most_width / width, most_height / height), 1, most_times), 1};
    return {1, std::max((width + most_width - 1) / most_width, (height + most_height - 1) / most_height)};
}

}  // namespace pbp::picture
