// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "common/tools/exercises/workbook.hpp"

namespace pbp::exercises {

/// Has the files of a workbook judged by the lessons' programs, and notes and explains success.
class Judging {
  public:
    /// `programs` is the folder with the lessons' programs, `words` are options of theirs, and `next` is the
    /// command that goes on to the next exercise.
    Judging(Workbook& book, std::filesystem::path programs, std::vector<std::string> words, std::string next)
        : book_(book), programs_(std::move(programs)), words_(std::move(words)), next_(std::move(next)) {}

    /// Judges the learner's file once. Returns the judge's exit code.
    int check(const Exercise& exercise);
    /// The same without words for a person: the judge's JSON document, or its `exit_code` and `error` where
    /// there is nothing to judge.
    nlohmann::json report(const Exercise& exercise);
    /// Judges each time that the file is saved, until it is right (0) or somebody interrupts (128 and the
    /// signal). Throws Error(wrong_usage) where another process does so already.
    int watch(const Exercise& exercise);
    /// The changes with which nothing races in the learner's file, as the judge has proven: one sentence
    /// each. None where it finds nothing of that kind.
    std::vector<std::string> proven_repairs(const Exercise& exercise) const;

  private:
    /// Throws Error(wrong_usage) where the learner has no file, but a folder or a pipe, or nothing.
    void refuse_what_is_not_there(const Exercise& exercise) const;
    bool is_untouched(const Exercise& exercise) const;
    void say_task(const Exercise& exercise) const;
    void begin(const Exercise& exercise) const;
    void end(const Exercise& exercise, int code);
    /// Starts the judge for the learner's file, and returns its exit code.
    int judged(const Exercise& exercise) const;
    std::vector<std::string> words_for(const Exercise& exercise) const;

    Workbook& book_;
    std::filesystem::path programs_;
    std::vector<std::string> words_;
    std::string next_;
};

}  // namespace pbp::exercises
