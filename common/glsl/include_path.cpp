// SPDX-License-Identifier: MIT
#include "common/glsl/include_path.hpp"

#include <algorithm>

namespace fs = std::filesystem;

namespace pbp::glsl {

IncludePath::IncludePath(const fs::path& shader, const fs::path& common_dir) : common_dir_(common_dir) {
    // The real common folder counts even if the --shaders folder only links to it.
    for (const auto& folder : {shader.parent_path(), common_dir.parent_path(), common_dir}) {
        std::error_code problem;
        const auto root = fs::canonical(folder.empty() ? fs::path(".") : folder, problem);
        if (!problem) roots_.push_back(root);
    }
}

std::array<fs::path, 2> IncludePath::places(const fs::path& file, const std::string& name) const {
    return {(file.parent_path() / name).lexically_normal(), (common_dir_ / name).lexically_normal()};
}

bool IncludePath::holds(const fs::path& file) const {
    std::error_code problem;
    const auto real = fs::canonical(file, problem);
    if (problem) return false;
    return std::ranges::any_of(
        roots_, [&](const fs::path& root) { return std::ranges::mismatch(root, real).in1 == root.end(); });
}

}  // namespace pbp::glsl
