// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "common/lesson/lesson.hpp"
#include "lessons/02_memory_access/memory.hpp"

/// The pixels that all versions work on, and the options that choose them.
namespace memory {

constexpr std::uint32_t default_n = 24000;  ///< 200 x 120

struct Picture {
    uvec2 size{0};
    Pixels pixels;
};

/// Width and height of a generated picture of at most n pixels, about 5 : 3. A side of 64 or more is a
/// multiple of 8, so that every row starts at a memory sector.
uvec2 shape(std::uint32_t n);
/// Width and height of what a bench transposes for n, a power of two: a square, or twice as wide as high.
inline uvec2 bench_shape(std::uint32_t n) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(n) - 1);
    return {1u << (bits + 1) / 2, 1u << bits / 2};
}

/// A landscape whose orientation is obvious, with single-pixel patterns and a little noise, so that no two
/// neighbours are equal. The same for the same seed.
Picture drawn(uvec2 size, std::uint64_t seed);

/// The picture that the options ask for: from a file, from values as pixels, or generated. Cached until the
/// options change, since a lesson runs many times.
const Picture& picture(const pbp::Options& options);

/// Lesson::complete: sets options.n to the number of pixels. Throws Error(wrong_usage) for a picture that
/// is unreadable or too large for the device, and for options that exclude each other.
void complete(pbp::Options& options, const pbp::Limits& limits);

/// Throw Error(wrong_usage) for values that can never be right.
void check_image(const std::string& word);
void check_stride(const std::string& word);
void check_lanes(const std::string& word);

/// The strides of v3.
std::vector<std::uint32_t> strides(const pbp::Options& options);
/// The number of lanes per subgroup in the pictures.
std::uint32_t lanes(const pbp::Options& options);

}  // namespace memory
