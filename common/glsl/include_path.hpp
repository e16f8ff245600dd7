// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace pbp::glsl {

/// Where the includes of a shader are looked for, and the folders that they may not leave: the shader's own,
/// and the one that holds its common folder (--shaders). A shader from somebody else can thus name no file of
/// yours in its error messages.
class IncludePath {
  public:
    IncludePath(const std::filesystem::path& shader, const std::filesystem::path& common_dir);

    /// The places that `#include "name"` may mean in a file, the first first: beside it, then in the common
    /// folder.
    std::array<std::filesystem::path, 2> places(const std::filesystem::path& file,
                                                const std::string& name) const;
    /// True for a file below one of the folders, once all symbolic links are followed.
    bool holds(const std::filesystem::path& file) const;

  private:
    std::filesystem::path common_dir_;
    std::vector<std::filesystem::path> roots_;  ///< without symbolic links
};

}  // namespace pbp::glsl
