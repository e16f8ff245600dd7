// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/lesson/lesson.hpp"
#include "common/tools/plain_export/story.hpp"

namespace pbp::plain_export {

/// Words that an export makes: by which functions of plainest.hpp, and how it calls them.
struct Made {
    std::vector<std::string> regions;
    std::string call;
    std::vector<std::uint32_t> words;
};

/// What a version reads, and what must come out of it.
struct Answers {
    Made input;  ///< without words where the version needs none
    Made expected;
};

/// The plainest CPU code for a version's story, run once. Throws Error(wrong_usage) where its words are not
/// those that the lesson uploads and expects: then an export could not make them.
Answers answers_for(const Lesson& lesson, const Version& version, const Options& options, const Story& story);

}  // namespace pbp::plain_export
