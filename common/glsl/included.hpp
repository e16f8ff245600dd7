// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace pbp::glsl {

/// A shader and every file that it includes, each once, the shader first. If preprocess() would find an
/// include only in `common_dir` or nowhere, the paths that it tries before are listed too: creating a file
/// there changes the shader. Never throws: an unreadable file includes nothing.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& shader,
                                            const std::filesystem::path& common_dir);

}  // namespace pbp::glsl
