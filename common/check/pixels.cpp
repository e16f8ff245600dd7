// SPDX-License-Identifier: MIT
#include "common/check/pixels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace pbp {

std::string PixelMismatch::in_words() const {
    constexpr const char* channels[] = {"red", "green", "blue", "alpha"};
    return fmt::format("pixel ({}, {}), {} is {}, expected {}", x, y, channels[channel], got, expected);
}

bool same_pixel(const glm::u8vec4& expected, const glm::u8vec4& got, int allowed) {
    for (int channel = 0; channel < 4; ++channel)
        if (std::abs(int{expected[channel]} - int{got[channel]}) > allowed) return false;
    return true;
}

std::optional<PixelMismatch> first_pixel_mismatch(std::span<const glm::u8vec4> expected,
                                                  std::span<const glm::u8vec4> got, std::uint32_t width,
                                                  int allowed) {
    std::optional<PixelMismatch> found;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < std::min(expected.size(), got.size()); ++i) {
        if (expected[i] == got[i] || same_pixel(expected[i], got[i], allowed)) continue;
        ++wrong;
        if (found) continue;
        int channel = 0;
        while (std::abs(int{expected[i][channel]} - int{got[i][channel]}) <= allowed) ++channel;
        found = {static_cast<std::uint32_t>(i % width),
                 static_cast<std::uint32_t>(i / width),
                 channel,
                 expected[i][channel],
                 got[i][channel],
                 0};
    }
    if (found) found->wrong = wrong;
    return found;
}

}  // namespace pbp
