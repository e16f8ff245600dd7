// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace pbp::picture {

/// Writes width * height pixels of four bytes each as a PNG, through a temporary file and a rename; alpha is
/// omitted if all of them are opaque. A `comment` becomes a text chunk with that keyword. Throws NotWritten
/// (whole_file.hpp) if the folder is not writable, the disk is full, or a file that is not on the folder's
/// list (written.hpp) is in the way.
void save_png(const std::filesystem::path& file, int width, int height, std::span<const std::uint8_t> rgba,
              const std::string& comment = "");

/// The comment of a PNG that save_png() wrote; empty if it has none.
std::string comment_of(std::string_view png);

}  // namespace pbp::picture
