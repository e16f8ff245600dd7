// SPDX-License-Identifier: MIT
#include "lessons/02_memory_access/picture.hpp"

#include <cmath>

#include "common/options/words.hpp"
#include "common/picture/canvas/bitmap.hpp"

namespace memory {

namespace {

const std::string by_the_lesson = "drawn", all_strides = "all";

/// The n that was asked for, or the lesson's own.
std::uint32_t n_of(const pbp::Options& options) {
    return options.n.value_or(options.purpose == pbp::Purpose::tune ? 1u << 20 : default_n);
}

/// What pictures of the same options have in common.
std::string key_of(const pbp::Options& options) {
    return fmt::format("{} {} {} {} {}", options.extra.at("--image"), n_of(options),
                       options.given.contains("--data"), static_cast<int>(options.data), options.seed);
}

Picture from_file(const std::string& file) {
    const auto bitmap = pbp::picture::load_bitmap(file);
    Picture made{uvec2(bitmap.width, bitmap.height), {}};
    made.pixels.reserve(bitmap.pixels.size());
    for (const auto& pixel : bitmap.pixels) made.pixels.emplace_back(pixel.r, pixel.g, pixel.b, pixel.a);
    return made;
}

/// Each word as four channels. Alpha is inverted: small numbers would be invisible colours.
Picture from_values(const pbp::Options& options, uvec2 size) {
    Picture made{size, {}};
    for (const auto word :
         pbp::generate(options.data, options.type, std::size_t{size.x} * size.y, options.seed))
        made.pixels.emplace_back(word & 255u, word >> 8 & 255u, word >> 16 & 255u, ~word >> 24);
    return made;
}

uvec2 shape_for(const pbp::Options& options, std::uint32_t n) {
    const bool timed = options.purpose == pbp::Purpose::bench || options.given.contains("--card");
    return timed && std::has_single_bit(n) ? bench_shape(n) : shape(n);
}

Picture made(const pbp::Options& options) {
    if (options.extra.at("--image") != by_the_lesson) return from_file(options.extra.at("--image"));
    const auto size = shape_for(options, n_of(options));
    return options.given.contains("--data") ? from_values(options, size) : drawn(size, options.seed);
}

std::uint32_t number(const std::string& flag, const std::string& word) {
    const auto value = pbp::count_from(flag, word);
    if (value > 64)
        pbp::fail(pbp::ExitCode::wrong_usage, "{}: takes a number from 1 to 64, not {}.", flag, value);
    return value;
}

}  // namespace

uvec2 shape(std::uint32_t n) {
    const auto whole_sectors = [](std::uint32_t side) {
        return side < 64 ? side : side / sector_words * sector_words;
    };
    const auto wide = static_cast<std::uint32_t>(std::lround(std::sqrt(5.0 / 3 * n)));
    const auto width = whole_sectors(std::min(std::max(wide, 1u), n));
    return {width, whole_sectors(n / width)};
}

const Picture& picture(const pbp::Options& options) {
    static std::string key;
    static Picture kept;
    if (key_of(options) != key) {
        kept = made(options);
        key = key_of(options);
    }
    return kept;
}

void complete(pbp::Options& options, const pbp::Limits& limits) {
    using enum pbp::ExitCode;
    const auto& file = options.extra.at("--image");
    if (file == by_the_lesson) {
        std::uint32_t n = n_of(options);
        // What no buffer holds is refused by the runner, with the number that was asked for.
        if (n > limits.buffer_bytes / 4) return;
        uvec2 size = shape_for(options, n);
        for (; size.x * size.y != n; size = shape_for(options, n))
            n = size.x * size.y;  // until none is left over
        options.n = n;
        options.described = fmt::format("n = {}, {} x {} pixels, {}, seed {}", n, size.x, size.y,
                                        options.given.contains("--data")
                                            ? to_string(options.data) + " " + to_string(options.type)
                                            : "drawn by the lesson",
                                        options.seed);
        return;
    }
    if (options.n || options.given.contains("--data"))
        pbp::fail(wrong_usage, "--image {} brings its own pixels: leave out --n and --data.", file);
    const auto size = pbp::picture::bitmap_size(file);
    const auto width = static_cast<std::uint32_t>(size.width),
               height = static_cast<std::uint32_t>(size.height);
    if (width > limits.image_size || height > limits.image_size)
        pbp::fail(wrong_usage,
                  "--image {}: {} x {} pixels are above this driver's limit of {} x {}; give a smaller "
                  "picture.",
                  file, width, height, limits.image_size, limits.image_size);
    if (std::uint64_t{width} * height > limits.buffer_bytes / 4)
        pbp::fail(wrong_usage,
                  "--image {}: {} x {} pixels are more than the {} that this driver's largest buffer "
                  "holds; give a smaller picture.",
                  file, width, height, limits.buffer_bytes / 4);
    options.n = width * height;
    picture(options);  // read here, so that a damaged file ends the run before anything is made of it
    options.described = fmt::format("n = {}, the {} x {} pixels of {}", *options.n, width, height, file);
}

void check_image(const std::string& word) {
    if (word != by_the_lesson) pbp::picture::bitmap_size(word);
}
void check_stride(const std::string& word) {
    if (word != all_strides) number("--stride", word);
}
void check_lanes(const std::string& word) {
    number("--lanes", word);
}

std::vector<std::uint32_t> strides(const pbp::Options& options) {
    const auto& word = options.extra.at("--stride");
    if (word == all_strides) return {1, 2, 4, 8, 16, 32, 64};
    return {number("--stride", word)};
}

std::uint32_t lanes(const pbp::Options& options) {
    return number("--lanes", options.extra.at("--lanes"));
}

}  // namespace memory
