// SPDX-License-Identifier: MIT
#include <zlib.h>

#include <cstdlib>

namespace {

// zlib compresses flat areas several times faster than stb's own deflate, and smaller.
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

#include <memory>
#include <string_view>

#include "common/base/whole_file.hpp"
#include "common/base/written.hpp"
#include "common/picture/canvas/canvas.hpp"
#include "common/picture/canvas/png.hpp"

namespace pbp::picture {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::filesystem::path& folder,
                         const std::error_code& why) {
    throw NotWritten(exit_code_of(why),
                     fmt::format("The picture {} cannot be written to the folder {} ({}): {}.",
                                 file.filename().string(), folder.generic_string(), why.message(),
                                 remedy_for(why, "create that folder, make it writable, or choose another")));
}

constexpr std::size_t header = 8 + 25;  ///< the signature and the chunk IHDR, which every PNG begins with
constexpr std::string_view comment_key("tEXtComment\0", 12);

std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 0xFF);
    return bytes;
}

/// A chunk tEXt with the keyword Comment: length, type, text, checksum.
std::string comment_chunk(const std::string& comment) {
    const std::string body = std::string(comment_key) + comment;
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
    return big_endian(static_cast<std::uint32_t>(body.size() - 4)) + body +
           big_endian(static_cast<std::uint32_t>(sum));
}

}  // namespace

std::string comment_of(std::string_view png) {
    if (png.size() < header + 4 || png.substr(header + 4, comment_key.size()) != comment_key) return {};
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) size = size << 8 | static_cast<unsigned char>(png[header + i]);
    const std::size_t key = comment_key.size() - 4;  // without the type
    return size < key ? std::string() : std::string(png.substr(header + 8 + key, size - key));
}

void save_png(const std::filesystem::path& file, int width, int height, std::span<const std::uint8_t> rgba,
              const std::string& comment) {
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
    // Unfiltered flat areas compress as well as with the best filter per row, in half the time.
    stbi_write_png_compression_level = 3;
    stbi_write_force_png_filter = 0;
    int bytes = 0;
    const std::unique_ptr<unsigned char, decltype(&std::free)> png(
        stbi_write_png_to_mem(opaque ? rgb.data() : rgba.data(), width * channels, width, height, channels,
                              &bytes),
        &std::free);
    if (!png) refuse(file, folder, std::make_error_code(std::errc::not_enough_memory));

    std::string contents(reinterpret_cast<const char*>(png.get()), static_cast<std::size_t>(bytes));
    if (!comment.empty()) contents.insert(header, comment_chunk(comment));
    auto problem = written::claim(file);
    if (!problem) problem = write_whole(file, contents);
    if (problem) refuse(file, folder, problem);
}

void Canvas::save(const std::filesystem::path& file) const {
    const auto& [smallest, contrast] = legibility_;
    save_png(file, width_, height_, pixels_,
             smallest <= 0
                 ? ""
                 : fmt::format("smallest text {:g} px, least contrast {:.2f}:1", smallest, contrast));
}

}  // namespace pbp::picture
