// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp::run_passes {

/// What --expect says: a name of expectations.hpp or a file of numbers, with or without BUFFER= in front.
inline constexpr const char* expect_flag = "--expect";

/// A description as a lesson of one version, whose schedule is the description. Its story reads the file anew
/// each time, so that --watch sees what was saved. Throws Error(wrong_usage).
Lesson lesson_of(const std::filesystem::path& file);

}  // namespace pbp::run_passes
