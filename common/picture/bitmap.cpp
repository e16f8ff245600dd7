// SPDX-License-Identifier: MIT
#include "common/picture/bitmap.hpp"

#include <algorithm>

#include "common/picture/png.hpp"

namespace pbp::picture {

void save(const Bitmap& bitmap, const std::filesystem::path& file) {
    std::vector<std::uint8_t> rgba;
    rgba.reserve(bitmap.pixels.size() * 4);
    for (const Color& pixel : bitmap.pixels) rgba.insert(rgba.end(), {pixel.r, pixel.g, pixel.b, pixel.a});
    save_png(file, bitmap.width, bitmap.height, rgba);
}

Bitmap bitmap_of(const Canvas& canvas) {
    Bitmap bitmap{canvas.width(), canvas.height(), {}};
    bitmap.pixels.reserve(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height));
    for (int y = 0; y < bitmap.height; ++y)
        for (int x = 0; x < bitmap.width; ++x) bitmap.pixels.push_back(canvas.at(x, y));
    return bitmap;
}

Bitmap cut(const Bitmap& bitmap, int x, int y, int width, int height) {
    x = std::clamp(x, 0, bitmap.width);
    y = std::clamp(y, 0, bitmap.height);
    Bitmap part{std::clamp(width, 0, bitmap.width - x), std::clamp(height, 0, bitmap.height - y), {}};
    for (int row = y; row < y + part.height; ++row)
        for (int column = x; column < x + part.width; ++column) part.pixels.push_back(bitmap.at(column, row));
    return part;
}

}  // namespace pbp::picture
