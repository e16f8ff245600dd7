// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp {

/// True where a shader that belongs to a version (version_shaders.hpp), or a file it includes, calls ASSERT
/// or LOG. A shader that cannot be read counts: its own error comes later.
bool calls_debug(const Lesson& lesson, const Version& version, const Options& options);

/// Throws Error(wrong_usage) where no chosen version has such a call.
void require_debug_calls(const Lesson& lesson, const Options& options);

}  // namespace pbp
