// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/card/technique.hpp"

/// Exercises: a shader with a gap, and a card that says how it is judged.
namespace pbp::exercises {

/// The contents of shaders/LESSON/exercises/NAME.md, or lessons/LESSON/exercises/NAME.md of a plain lesson.
struct Card {
    std::string title;
    std::string version;             ///< of the lesson, in whose place the learner's shader runs
    Technique technique;             ///< without facts where only the result counts
    std::vector<std::string> cases;  ///< words of the lesson's command line, a run each; with
                                     ///< none, only the technique is judged
    std::vector<std::string> hints;  ///< from a nudge to nearly the line
    std::string why;                 ///< it works: shown after success
};

/// Reads a card. Throws Error(wrong_usage) that names the file, and the part that is missing.
Card read_card(const std::filesystem::path& file);

/// One exercise of the project.
struct Exercise {
    std::string lesson;  ///< e.g. "03_reduction"
    std::string name;    ///< e.g. "e2_halves"
    std::filesystem::path card;
    std::filesystem::path file;  ///< our solution, its gaps marked: gap.hpp
    /// False for a C++ program of a plain lesson.
    bool in_glsl() const { return file.extension() == ".comp"; }
    /// Of a learner's file, in the folder of all of them.
    std::filesystem::path own_file() const {
        return std::filesystem::path(lesson) / (name + file.extension().string());
    }
    std::string id() const { return lesson.substr(0, 2) + "." + name.substr(1, name.find('_') - 1); }
};

/// All whose cards are in one folder, in the order of lessons and numbers: in `shaders`, or, for plain
/// lessons, in `lessons`.
std::vector<Exercise> all(const std::filesystem::path& folder);

/// The one that is meant by e.g. "03.2", "3.2", "e2_halves" or "03_reduction/e2_halves". Throws
/// Error(wrong_usage) unless exactly one fits.
const Exercise& find(const std::vector<Exercise>& exercises, const std::string& word);

}  // namespace pbp::exercises
