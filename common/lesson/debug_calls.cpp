// SPDX-License-Identifier: MIT
#include "common/lesson/debug_calls.hpp"

#include <algorithm>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/glsl/sites.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

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
         "--debug: the shaders of {} contain no ASSERT or LOG call; add #include \"debug.glsl\" to {}, and "
         "for example LOG(gl_GlobalInvocationID.x); where you want to look.",
         !lesson.file.empty()   ? shown(lesson.file)
         : options.only.empty() ? "lesson " + lesson.id
                                : first->name,
         shown(shaders_of(lesson, *first, options).front()));
}

}  // namespace pbp
