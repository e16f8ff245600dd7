// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "common/modes/judge/judge.hpp"

namespace pbp::test {

/// What a command line with these words asks of one version of a lesson. Nothing is drawn. Throws
/// Error(wrong_usage) for words that the lesson does not know.
inline Options options_of(const Lesson& lesson, const std::string& version,
                          const std::filesystem::path& shaders, const std::string& words) {
    Options options;
    options.data = lesson.data;
    if (!lesson.types.empty()) options.type = lesson.types.front();
    options.shaders = shaders;
    options.pictures = false;
    options = exercises::case_options(lesson, options, words);
    options.only = {version};
    return options;
}

}  // namespace pbp::test
