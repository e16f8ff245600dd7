// SPDX-License-Identifier: MIT
#include "common/lesson/version_shaders.hpp"

#include "common/lesson/selection.hpp"

namespace pbp {

namespace fs = std::filesystem;

std::vector<fs::path> shaders_of(const Lesson& lesson, const Version& version, const Options& options) {
    if (!lesson.file.empty()) return {version.also.begin(), version.also.end()};
    const bool replaced = !options.shader.empty() && chosen(version, options);
    std::vector<fs::path> files{replaced ? options.shader
                                         : options.shaders / lesson.id / (version.name + ".comp")};
    for (const auto& shader : version.also) files.push_back(options.shaders / shader);
    const auto number = version.name.substr(0, version.name.find('_') + 1);
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(options.shaders / lesson.id / "parts", ignored))
        if (entry.path().extension() == ".comp" && entry.path().filename().string().starts_with(number))
            files.push_back(entry.path());
    return files;
}

ShaderTree shader_tree(const Lesson& lesson, const Options& options) {
    if (!options.shader.empty())
        for (const auto& version : lesson.versions)
            if (chosen(version, options))
                return {options.shaders, options.shader, lesson.id + "/" + version.name + ".comp"};
    return {options.shaders, options.shader, ""};
}

}  // namespace pbp
