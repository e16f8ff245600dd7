// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace pbp::picture {

/// True for data that starts like a JPEG.
bool is_jpeg(std::span<const std::uint8_t> bytes);

/// Checks what stb misses: it silently fills in what a truncated JPEG lacks, and before version 2.28 it
/// writes past its own tables if those in the file are too long. Null for a JPEG without such faults.
const char* jpeg_fault(std::span<const std::uint8_t> bytes);

}  // namespace pbp::picture
