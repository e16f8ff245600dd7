// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/card/card.hpp"
#include "common/tools/exercises/progress.hpp"

namespace pbp::exercises {

/// Prints lines for a person, broken between words where the terminal has fewer columns.
void say(const std::string& text);

/// A learner's folder: copies of the skeletons to work on, which no update of the project touches, and the
/// progress. All words go to the terminal.
class Workbook {
  public:
    /// Reads the exercises below `shaders`, and those of plain lessons below the folder `lessons` beside it.
    Workbook(const std::filesystem::path& shaders, std::filesystem::path folder);

    const std::vector<Exercise>& exercises() const { return exercises_; }
    /// The first exercise that is not solved; none: null. With `hard`, the last one of each lesson comes
    /// first.
    const Exercise* open(bool hard = false) const;
    /// Of the unsolved ones that have been begun, the one whose file was written last; none begun: as open().
    const Exercise* in_hand() const;
    const Exercise& find(const std::string& word) const { return exercises::find(exercises_, word); }
    std::filesystem::path file_of(const Exercise& exercise) const;
    const std::filesystem::path& folder() const { return folder_; }
    void mark_solved(const Exercise& exercise) {
        change(exercise, [](Progress::State& state) { state.solved = true; });
    }

    /// What there is and what is done, with the next one marked; as JSON for a program.
    void list(bool json) const;
    /// Puts the skeleton into the folder where the learner has no file yet, and says what to do.
    void start(const Exercise& exercise);
    /// Shows one hint more than before. Returns how many that are.
    int hint(const Exercise& exercise);
    /// The skeleton again; the learner's file is kept beside it as NAME.N.comp, or .cpp.
    void reset(const Exercise& exercise);
    /// Throws Error(wrong_usage) before success, unless the learner gives up.
    void solution(const Exercise& exercise, bool gives_up);

  private:
    /// Where the learner's file is, or is to go: a link stays one, and what it leads to is written. Throws
    /// Error(wrong_usage) where something else than a file is there.
    std::filesystem::path file_to_write(const Exercise& exercise) const;
    void begin(const Exercise& exercise) const;  ///< start(), with the folder's lock
    void change(const Exercise& exercise, const std::function<void(Progress::State&)>& how);

    std::vector<Exercise> exercises_;
    std::filesystem::path folder_;
    Progress progress_;
};

}  // namespace pbp::exercises
