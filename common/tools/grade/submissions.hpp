// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "common/card/card.hpp"
#include "common/tools/exercises/progress.hpp"

/// `./learn grade`: a class's exercises, judged, with a table for the teacher and a page for each learner.
namespace pbp::grade {

/// What a learner handed in for one exercise.
struct Submission {
    const exercises::Exercise* exercise = nullptr;
    std::string text = {};
    std::string refused = {};  ///< why the file was not taken; empty: it was
    bool missing = false;      ///< there is no file
    bool untouched = false;    ///< the skeleton, comments aside
    exercises::Progress::State progress = {};
    std::uint64_t sum = 0;  ///< of what decides the verdict: the text, the card and our solution

    bool to_be_judged() const { return !missing && !untouched && refused.empty(); }
};

struct Learner {
    std::string name;  ///< of the folder
    std::vector<Submission> submissions;
};

/// The learners of a class: one per folder below `folder`, with `some` exercises each, from NAME/my_exercises
/// or from NAME itself. Files are not trusted: only plain ones inside of the learner's own folder, of at most
/// 64 KiB, are taken. With `some` empty, all that anybody has begun. Throws Error(wrong_usage) where there
/// are no learners, or none has begun anything.
std::vector<Learner> class_in(const std::filesystem::path& folder,
                              const std::vector<exercises::Exercise>& known,
                              std::vector<const exercises::Exercise*> some);

/// The exercises that words mean: "07.1", "e1_append", or "07" for all of a lesson.
std::vector<const exercises::Exercise*> meant_by(const std::vector<std::string>& words,
                                                 const std::vector<exercises::Exercise>& known);

}  // namespace pbp::grade
