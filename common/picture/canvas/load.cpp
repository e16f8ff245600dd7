// SPDX-License-Identifier: MIT
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_FAILURE_USERMSG
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"  // a static library, of which few functions are used
#endif
#include <stb_image.h>

#include <fstream>
#include <limits>
#include <memory>
#include <vector>

#include "common/base/readable.hpp"
#include "common/picture/canvas/bitmap.hpp"

namespace pbp::picture {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_pixels = std::uint64_t{1} << 28;  ///< 1 GiB: a header may claim anything

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
    fail(ExitCode::wrong_usage, "{} cannot be read as a PNG or JPEG picture ({}); choose another file.",
         file.string(), why);
}

void expect_file(const fs::path& file) {
    if (const auto why = why_no_file(file); !why.empty()) refuse(file, why);
    std::error_code problem;
    const auto bytes = fs::file_size(file, problem);
    if (bytes == 0) refuse(file, "it is empty");
    if (bytes > std::numeric_limits<int>::max()) refuse(file, "it is too large");
    if (!std::ifstream(file, std::ios::binary)) refuse(file, "permission denied");
}

/// Why stb could not read the data; it does not report PNGs that exceed its limits.
std::string reason(const std::vector<stbi_uc>& bytes) {
    // A PNG starts with its signature, then the first chunk's length, name, width and height.
    const auto word = [&](std::size_t at) {
        return std::uint32_t{bytes[at]} << 24 | std::uint32_t{bytes[at + 1]} << 16 |
               std::uint32_t{bytes[at + 2]} << 8 | bytes[at + 3];
    };
    if (bytes.size() >= 24 && word(0) == 0x89504E47 && word(12) == 0x49484452)
        return fmt::format("damaged or too large: its header claims {} x {} pixels", word(16), word(20));
    const char* said = stbi_failure_reason();
    return said == nullptr ? "unknown reason" : said;
}

std::vector<stbi_uc> contents(const fs::path& file) {
    expect_file(file);
    std::vector<stbi_uc> bytes(fs::file_size(file));
    std::ifstream(file, std::ios::binary)
        .read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

BitmapSize size_of(const fs::path& file, const std::vector<stbi_uc>& bytes) {
    if (is_jpeg(bytes))
        if (const char* fault = jpeg_fault(bytes)) refuse(file, fault);
    BitmapSize size;
    int channels = 0;
    if (stbi_info_from_memory(bytes.data(), static_cast<int>(bytes.size()), &size.width, &size.height,
                              &channels) == 0)
        refuse(file, reason(bytes));
    if (static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height) > most_pixels)
        refuse(file, fmt::format("its header claims {} x {} pixels", size.width, size.height));
    return size;
}

}  // namespace

BitmapSize bitmap_size(const fs::path& file) {
    return size_of(file, contents(file));
}

Bitmap load_bitmap(const fs::path& file) {
    const auto bytes = contents(file);
    const auto size = size_of(file, bytes);
    Bitmap bitmap{size.width, size.height, {}};
    int channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(bytes.data(), static_cast<int>(bytes.size()), &bitmap.width, &bitmap.height,
                              &channels, 4),
        &stbi_image_free);
    if (!pixels) refuse(file, reason(bytes));
    bitmap.pixels.resize(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height));
    const stbi_uc* next = pixels.get();
    for (Color& pixel : bitmap.pixels) {
        pixel = {next[0], next[1], next[2], next[3]};
        next += 4;
    }
    return bitmap;
}

Canvas load(const fs::path& file) {
    const Bitmap bitmap = load_bitmap(file);
    Canvas canvas(bitmap.width, bitmap.height, {});
    for (int y = 0; y < bitmap.height; ++y)
        for (int x = 0; x < bitmap.width; ++x)
            canvas.fill({static_cast<float>(x), static_cast<float>(y), 1, 1}, bitmap.at(x, y));
    return canvas;
}

}  // namespace pbp::picture
