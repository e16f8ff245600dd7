// SPDX-License-Identifier: MIT
#include "common/picture/canvas/magnify.hpp"

#include <algorithm>

namespace pbp::picture {
namespace {

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
