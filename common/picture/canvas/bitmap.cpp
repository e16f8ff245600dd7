// SPDX-License-Identifier: MIT
#include "common/picture/canvas/bitmap.hpp"

#include "common/picture/canvas/png.hpp"

namespace pbp::picture {

void save(const Bitmap& bitmap, const std::filesystem::path& file) {
    std::vector<std::uint8_t> rgba;
    rgba.reserve(bitmap.pixels.size() * 4);
    for (const Color& pixel : bitmap.pixels) rgba.insert(rgba.end(), {pixel.r, pixel.g, pixel.b, pixel.a});
    save_png(file, bitmap.width, bitmap.height, rgba);
}

}  // namespace pbp::picture
