// SPDX-License-Identifier: MIT
#include "common/lesson/version_shaders.hpp"

#include <algorithm>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/glsl/preprocess.hpp"
#include "common/glsl/sites.hpp"
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

namespace {

/// True where `holds` for one of a version's shaders, with what it includes; `unread` for one that cannot be
/// read.
template <typename Holds>
bool any_shader(const Lesson& lesson, const Version& version, const Options& options, bool unread,
                Holds holds) {
    return std::ranges::any_of(shaders_of(lesson, version, options), [&](const fs::path& shader) {
        try {
            return holds(glsl::preprocess(shader, {options.shaders / "common", {}}));
        } catch (const Error&) {
            return unread;
        }
    });
}

}  // namespace

bool uses_subgroups(const Lesson& lesson, const Version& version, const Options& options) {
    return any_shader(lesson, version, options, false,
                      [](const glsl::Source& source) { return source.includes("subgroup.glsl"); });
}

bool calls_debug(const Lesson& lesson, const Version& version, const Options& options) {
    return any_shader(lesson, version, options, true,
                      [](const glsl::Source& source) { return glsl::calls_debug(source.text); });
}

void require_debug_calls(const Lesson& lesson, const Options& options) {
    const Version* first = nullptr;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        if (calls_debug(lesson, version, options)) return;
        if (first == nullptr) first = &version;
    }
    fail(ExitCode::wrong_usage,
         "--debug: the shaders of {} contain no ASSERT or LOG call; add #include \"debug.glsl\" to {}, and "
         "for example LOG(gl_GlobalInvocationID.x); where you want to look.",
         !lesson.file.empty()   ? shown(lesson.file)
         : options.only.empty() ? "lesson " + lesson.id
                                : first->name,
         shown(shaders_of(lesson, *first, options).front()));
}

ShaderTree shader_tree(const Lesson& lesson, const Options& options) {
    if (!options.shader.empty())
        for (const auto& version : lesson.versions)
            if (chosen(version, options))
                return {options.shaders, options.shader, lesson.id + "/" + version.name + ".comp"};
    return {options.shaders, options.shader, ""};
}

}  // namespace pbp
