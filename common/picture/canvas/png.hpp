// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace pbp::picture {

/// Writes width * height pixels of four bytes each as a PNG, through a temporary file and a rename; alpha is
/// omitted if all of them are opaque. Throws NotWritten (whole_file.hpp) if the folder is not writable or the
/// disk is full.
void save_png(const std::filesystem::path& file, int width, int height, std::span<const std::uint8_t> rgba);

}  // namespace pbp::picture
