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

/// All shaders, with the replacement for the first chosen version, if there is one.
ShaderTree shader_tree(const Lesson& lesson, const Options& options);

}  // namespace pbp
