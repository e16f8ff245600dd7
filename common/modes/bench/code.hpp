// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace pbp::bench {

/// A shader's code as 16 hexadecimal digits: fnv1a over the words of the file and of all that it includes,
/// without comments, blanks and line ends, and without the instruments that no bench compiles in (trace.glsl,
/// debug.glsl). A row that was measured keeps it, so that a page can say where a
/// shader has changed since. Throws as glsl::preprocess does.
std::string code_of(const std::filesystem::path& shader, const std::filesystem::path& common_dir);

}  // namespace pbp::bench
