// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace pbp::glsl {

/// The lines of a text file, each ended by one '\n'; a byte order mark and carriage returns are dropped.
/// Throws Error: wrong_usage where there is no such file, or a folder, or no right to read; machine_lacks
/// where the machine cannot open another file; shader_does_not_build where a NUL byte shows that it is no
/// text.
std::string read_text(const std::filesystem::path& file);

/// A path as a person would type it: relative to the working directory, unless the absolute one is shorter.
std::string shown(const std::filesystem::path& file);

}  // namespace pbp::glsl
