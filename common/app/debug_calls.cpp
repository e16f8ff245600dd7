// SPDX-License-Identifier: MIT
#include "common/app/debug_calls.hpp"

#include <algorithm>

#include "common/app/files.hpp"
#include "common/app/selection.hpp"
#include "common/error.hpp"
#include "common/glsl/sites.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

fs::path own_shader(const Lesson& lesson, const Version& version, const Options& options) {
    if (!options.shader.empty() && version.name.starts_with(options.only.front())) return options.shader;
    return options.shaders / lesson.id / (version.name + ".comp");
}

std::vector<fs::path> shaders_of(const Lesson& lesson, const Version& version, const Options& options) {
    std::vector<fs::path> files{own_shader(lesson, version, options)};
    for (const auto& shader : version.also) files.push_back(options.shaders / shader);
    const auto number = version.name.substr(0, version.name.find('_') + 1);
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(options.shaders / lesson.id, ignored)) {
        const auto stem = entry.path().stem().string();
        if (entry.path().extension() == ".comp" && stem.starts_with(number) &&
            std::ranges::find(lesson.versions, stem, &Version::name) == lesson.versions.end())
            files.push_back(entry.path());
    }
    return files;
}

bool calls_debug(const fs::path& shader, const Options& options) {
    try {
        return glsl::calls_debug(glsl::preprocess(shader, {options.shaders / "common", {}}).text);
    } catch (const Error&) {
        return true;
    }
}

}  // namespace

bool calls_debug(const Lesson& lesson, const Version& version, const Options& options) {
    return std::ranges::any_of(shaders_of(lesson, version, options),
                               [&](const fs::path& shader) { return calls_debug(shader, options); });
}

void require_debug_calls(const Lesson& lesson, const Options& options) {
    const Version* first = nullptr;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        if (calls_debug(lesson, version, options)) return;
        if (first == nullptr) first = &version;
    }
    fail(ExitCode::wrong_usage,
         "--debug: there is no ASSERT or LOG call in the shaders of {}; write #include \"debug.glsl\" into "
         "{}, "
         "and for example LOG(gl_GlobalInvocationID.x); where you want to look.",
         options.only.empty() ? "lesson " + lesson.id : first->name,
         shown(own_shader(lesson, *first, options)));
}

}  // namespace pbp
