// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace pbp::picture {

/// True for the first bytes of a JPEG.
bool is_jpeg(std::span<const std::uint8_t> bytes);

/// What stb does not see: it fills up what a cut JPEG lacks and says nothing, and before version 2.28 it
/// writes beyond its own tables where those of the file are too long. Null for a JPEG without such faults.
const char* jpeg_fault(std::span<const std::uint8_t> bytes);

}  // namespace pbp::picture
