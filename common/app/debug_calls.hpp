// SPDX-License-Identifier: MIT
#pragma once

#include "common/app/lesson.hpp"

namespace pbp {

/// True where a shader that belongs to a version, or a file it includes, calls ASSERT or LOG. These belong to
/// it: its own or the one that stands in for it, those of its number that are no other version's (v4_add.comp
/// to v4_three_passes), and Version::also. A shader that cannot be read counts: its own error comes later.
bool calls_debug(const Lesson& lesson, const Version& version, const Options& options);

/// Throws Error(wrong_usage) where no chosen version has such a call.
void require_debug_calls(const Lesson& lesson, const Options& options);

}  // namespace pbp
