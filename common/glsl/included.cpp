// SPDX-License-Identifier: MIT
#include "common/glsl/included.hpp"

#include <algorithm>

#include "common/base/error.hpp"
#include "common/glsl/scan.hpp"
#include "common/glsl/text_file.hpp"

namespace fs = std::filesystem;

namespace pbp::glsl {

namespace {

// The text between the quotes of each #include line.
std::vector<std::string> included_names(const fs::path& file) {
    std::string text;
    try {
        text = read_text(file);
    } catch (const Error&) {
        return {};
    }
    std::vector<std::string> names;
    const auto bare = without_comments(text);
    for (std::size_t at = 0; at < bare.size(); at = bare.find('\n', at) + 1) {
        const auto line = line_at(bare, at);
        if (directive(line) != "include") continue;
        const auto begin = line.find('"'), end = line.rfind('"');
        if (begin != line.npos && end > begin + 1)
            names.emplace_back(line.substr(begin + 1, end - begin - 1));
    }
    return names;
}

}  // namespace

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

std::vector<fs::path> files_of(const fs::path& shader, const fs::path& common_dir) {
    std::vector<fs::path> files{shader.lexically_normal()};
    const IncludePath path(shader, common_dir);
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const auto& name : included_names(files[i]))
            for (const auto& file : path.places(files[i], name)) {
                std::error_code ignored;
                const bool there = fs::exists(file, ignored);
                if (there && !path.holds(file)) break;  // preprocess() does not read it either
                if (std::ranges::find(files, file) == files.end()) files.push_back(file);
                if (there) break;
            }
    return files;
}

}  // namespace pbp::glsl
