// SPDX-License-Identifier: MIT
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_FAILURE_STRINGS
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"  // a static library of functions, of which one is used
#endif
#include <stb_image.h>

#include <memory>

#include "common/error.hpp"
#include "common/picture/canvas.hpp"

namespace pbp::picture {

Canvas load(const std::filesystem::path& file) {
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load(file.c_str(), &width, &height, &channels, 4), &stbi_image_free);
    if (!pixels)
        fail(ExitCode::wrong_usage, "{} cannot be read as a PNG picture; check its name.", file.string());
    Canvas canvas(width, height, {});
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const stbi_uc* p =
                pixels.get() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                    static_cast<std::size_t>(x));
            canvas.fill({static_cast<float>(x), static_cast<float>(y), 1, 1}, {p[0], p[1], p[2], p[3]});
        }
    return canvas;
}

}  // namespace pbp::picture
