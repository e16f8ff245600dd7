// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"

namespace pbp::run_passes {

/// What --expect says: a name of expectations.hpp or a file of numbers, with or without BUFFER= in front.
inline constexpr const char* expect_flag = "--expect";

/// The description, NAME.pass.json, among the words of a command line that are no options; empty: a shader is
/// to run by itself.
inline std::string description_in(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].ends_with(".pass.json") && !words[i].starts_with("-") &&
            (i == 0 || words[i - 1] != "--dump-passes"))
            return words[i];
    return {};
}

/// A description as a lesson of one version, whose schedule is the description. Its story reads the file anew
/// each time, so that --watch sees what was saved. Throws Error(wrong_usage).
Lesson lesson_of(const std::filesystem::path& file);

}  // namespace pbp::run_passes
