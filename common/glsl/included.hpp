// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace pbp::glsl {

/// Where a shader's includes are searched for, and the folders they may not leave: the shader's own, and the
/// one that contains its common folder (--shaders). So somebody else's shader cannot expose your files in its
/// error messages.
class IncludePath {
  public:
    IncludePath(const std::filesystem::path& shader, const std::filesystem::path& common_dir);

    /// The candidate paths for `#include "name"` in a file, in order: beside the file, then in the common
    /// folder.
    std::array<std::filesystem::path, 2> places(const std::filesystem::path& file,
                                                const std::string& name) const;
    /// True for a file inside one of the folders, once all symbolic links are resolved.
    bool holds(const std::filesystem::path& file) const;

  private:
    std::filesystem::path common_dir_;
    std::vector<std::filesystem::path> roots_;  ///< without symbolic links
};

/// A shader and every file that it includes, each once, the shader first. If preprocess() would find an
/// include only in `common_dir` or nowhere, the paths that it tries before are listed too: creating a file
/// there changes the shader. Never throws: an unreadable file includes nothing.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& shader,
                                            const std::filesystem::path& common_dir);

}  // namespace pbp::glsl
