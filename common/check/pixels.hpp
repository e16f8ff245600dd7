// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/vec4.hpp>
#include <optional>
#include <span>
#include <string>

namespace pbp {

/// Where an image first differs from what was expected, in reading order.
struct PixelMismatch {
    std::uint32_t x = 0, y = 0;
    int channel = 0;  ///< 0 red, 1 green, 2 blue, 3 alpha
    int expected = 0, got = 0;
    std::size_t wrong = 0;  ///< number of pixels that differ

    std::string in_words() const;  ///< e.g. "pixel (3, 5), green is 12, expected 40"
};

/// True if no channel differs by more than `allowed`, in steps of 1/255.
bool same_pixel(const glm::u8vec4& expected, const glm::u8vec4& got, int allowed);

/// Compares two images of the same size, `width` pixels per row.
std::optional<PixelMismatch> first_pixel_mismatch(std::span<const glm::u8vec4> expected,
                                                  std::span<const glm::u8vec4> got, std::uint32_t width,
                                                  int allowed);

}  // namespace pbp
