// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/event/sink.hpp"
#include "common/lesson/lesson.hpp"

namespace pbp::plain {

/// A plain lesson as the page and the terminal know lessons: its names, and its versions in order, each with
/// what the first comment of its source says. Nothing of it can run in the framework.
Lesson lesson_of(const std::filesystem::path& folder);

/// Runs the chosen versions of a lesson, the programs of their names in `programs`, and reports what they
/// print as if they were versions of any lesson, with a picture each. Returns 0, or the first exit code that
/// is not.
int run(const Lesson& lesson, const std::filesystem::path& folder, const std::filesystem::path& programs,
        const Options& options, Sink& sink);

}  // namespace pbp::plain
