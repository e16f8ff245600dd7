// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace pbp::glsl {

/// The lines of a text file, each ended by one '\n'; a byte order mark and carriage returns are dropped.
/// Throws Error: wrong_usage if there is no such file, it is a folder, or it may not be read; machine_lacks
/// if the machine cannot open another file; shader_does_not_build if a NUL byte shows that it is not text.
std::string read_text(const std::filesystem::path& file);

/// Texts that count instead of what is in these files, by their paths as given or as normal.
using Texts = std::map<std::filesystem::path, std::string>;
/// The same, but for a file that has another text here.
std::string read_text(const std::filesystem::path& file, const Texts& instead);

/// A path as a person would type it: relative to the working directory, unless the absolute one is shorter.
std::string shown(const std::filesystem::path& file);

}  // namespace pbp::glsl
