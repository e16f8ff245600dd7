// SPDX-License-Identifier: MIT
#include <zlib.h>

#include <cstdlib>

namespace {

// zlib packs flat areas several times faster than stb's own deflate, and smaller.
unsigned char* deflate_by_zlib(unsigned char* data, int size, int* packed_size, int level) {
    uLongf room = compressBound(static_cast<uLong>(size));
    auto* packed = static_cast<unsigned char*>(std::malloc(room));
    if (packed == nullptr || compress2(packed, &room, data, static_cast<uLong>(size), level) != Z_OK) {
        std::free(packed);
        return nullptr;
    }
    *packed_size = static_cast<int>(room);
    return packed;
}

}  // namespace

#define STBIW_ZLIB_COMPRESS deflate_by_zlib
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <random>
#include <system_error>

#include "common/error.hpp"
#include "common/picture/canvas.hpp"
#include "common/picture/png.hpp"

namespace pbp::picture {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::filesystem::path& folder,
                         const std::string& why) {
    fail(ExitCode::wrong_usage,
         "The picture {} cannot be written to the folder {} ({}): create that folder, make it writable, or "
         "name another.",
         file.filename().string(), folder.string(), why);
}

}  // namespace

void save_png(const std::filesystem::path& file, int width, int height, std::span<const std::uint8_t> rgba) {
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    bool opaque = true;
    for (std::size_t i = 3; i < rgba.size() && opaque; i += 4) opaque = rgba[i] == 255;
    std::vector<std::uint8_t> rgb;
    if (opaque) {
        rgb.reserve(rgba.size() / 4 * 3);
        for (std::size_t i = 0; i < rgba.size(); i += 4)
            rgb.insert(rgb.end(), {rgba[i], rgba[i + 1], rgba[i + 2]});
    }
    const int channels = opaque ? 3 : 4;
    // Flat areas compress as well unfiltered as with the best filter of each row, in half the time.
    stbi_write_png_compression_level = 3;
    stbi_write_force_png_filter = 0;
    int bytes = 0;
    const std::unique_ptr<unsigned char, decltype(&std::free)> png(
        stbi_write_png_to_mem(opaque ? rgb.data() : rgba.data(), width * channels, width, height, channels,
                              &bytes),
        &std::free);
    if (!png) refuse(file, folder, "no memory");

    auto part = file;
    part += fmt::format(".{:08x}.part", std::random_device{}());
    errno = 0;
    std::ofstream out(part, std::ios::binary);
    out.write(reinterpret_cast<const char*>(png.get()), bytes);
    out.close();
    std::error_code error, ignored;
    if (out) std::filesystem::rename(part, file, error);
    if (!out || error) {
        const std::string why = error ? error.message() : std::strerror(errno);
        std::filesystem::remove(part, ignored);
        refuse(file, folder, why);
    }
}

void Canvas::save(const std::filesystem::path& file) const {
    save_png(file, width_, height_, pixels_);
}

}  // namespace pbp::picture
