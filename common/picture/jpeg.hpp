// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace pbp::picture {

/// True for the first bytes of a JPEG.
bool is_jpeg(std::span<const std::uint8_t> bytes);

/// True where a JPEG goes on to its end marker. stb fills up what a cut one lacks, and says nothing.
bool jpeg_is_whole(std::span<const std::uint8_t> bytes);

}  // namespace pbp::picture
