// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "common/lesson/lesson.hpp"
#include "lessons/02_memory_access/memory.hpp"

/// The pixels that all versions work on, and the options that say which.
namespace memory {

constexpr std::uint32_t default_n = 24000;  ///< 200 x 120

struct Picture {
    uvec2 size{0};
    Pixels pixels;
};

/// Width and height of a drawn picture of at most n pixels, about 5 : 3. A side of 64 or more is a multiple
/// of 8, so that every row begins with a sector of memory.
uvec2 shape(std::uint32_t n);
/// Width and height of what a bench turns: of n, a power of two, itself or a power of two more across than
/// down.
inline uvec2 bench_shape(std::uint32_t n) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(n) - 1);
    return {1u << (bits + 1) / 2, 1u << bits / 2};
}

/// A landscape that shows which way up it is, with single-pixel patterns and a little noise, so that no two
/// neighbours are alike. The same for the same seed.
Picture drawn(uvec2 size, std::uint64_t seed);

/// What the options ask for: the picture of a file, values as pixels, or the drawn one. Kept until other
/// options come, since a lesson is told many times.
const Picture& picture(const pbp::Options& options);

/// Lesson::complete: sets options.n to the number of pixels. Throws Error(wrong_usage) for a picture that
/// cannot be read or is larger than the device takes, and for options that exclude each other.
void complete(pbp::Options& options, const pbp::Limits& limits);

/// Throw Error(wrong_usage) for words that can never be right.
void check_image(const std::string& word);
void check_stride(const std::string& word);
void check_lanes(const std::string& word);

/// The strides of v3.
std::vector<std::uint32_t> strides(const pbp::Options& options);
/// How many lanes a subgroup of the pictures has.
std::uint32_t lanes(const pbp::Options& options);

}  // namespace memory
