// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "common/lesson/lesson.hpp"

namespace pbp {

/// The shaders that belong to a version: first its own or its replacement, then Version::also,
/// and those of its number in parts/ (parts/v4_add.comp for v4_three_passes). They need not exist.
std::vector<std::filesystem::path> shaders_of(const Lesson& lesson, const Version& version,
                                              const Options& options);

/// True where one of them includes subgroup.glsl. One that cannot be read does not.
bool uses_subgroups(const Lesson& lesson, const Version& version, const Options& options);

/// True where one of them, or a file it includes, calls ASSERT or LOG. One that cannot be read counts: its
/// own error comes later.
bool calls_debug(const Lesson& lesson, const Version& version, const Options& options);

/// Throws Error(wrong_usage) where no chosen version has such a call.
void require_debug_calls(const Lesson& lesson, const Options& options);

/// All shaders, with the replacement for the first chosen version, if there is one.
ShaderTree shader_tree(const Lesson& lesson, const Options& options);

}  // namespace pbp
