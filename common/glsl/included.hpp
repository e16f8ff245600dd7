// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace pbp::glsl {

/// A shader and every file that it includes, each once, the shader first. Where preprocess() would find an
/// include in `common_dir` or nowhere, the places that it looks at before are listed as well: a file that is
/// made there changes the shader. Throws nothing: what cannot be read includes nothing.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& shader,
                                            const std::filesystem::path& common_dir);

}  // namespace pbp::glsl
