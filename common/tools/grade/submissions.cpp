// SPDX-License-Identifier: MIT
#include "common/tools/grade/submissions.hpp"

#include <algorithm>
#include <fstream>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/readable.hpp"
#include "common/card/gap.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::grade {

namespace fs = std::filesystem;
using exercises::Exercise;

namespace {

constexpr std::uintmax_t most_bytes = 64 << 10;

/// What a learner's file holds, or why it is not taken.
struct Taken {
    std::string text = {}, refused = {};
    bool missing = false;
};

Taken taken(const fs::path& file, const fs::path& own) {
    std::error_code problem;
    const auto status = fs::symlink_status(file, problem);
    if (status.type() == fs::file_type::not_found) return {.missing = true};
    if (fs::is_symlink(status)) return {.refused = "it is a link"};
    if (auto why = why_no_file(file); !why.empty()) return {.refused = why};
    const auto real = fs::canonical(file, problem), inside = fs::canonical(own, problem);
    if (problem || std::ranges::mismatch(inside, real).in1 != inside.end())
        return {.refused = "it is outside of the learner's folder"};
    if (fs::file_size(file, problem) > most_bytes || problem) return {.refused = "it has more than 64 KiB"};
    std::ifstream in(file, std::ios::binary);
    Taken one{.text = {std::istreambuf_iterator<char>(in), {}}};
    if (!in) one.refused = "it cannot be read";
    return one;
}

std::uint64_t sum_of(const std::string& text, const Exercise& exercise) {
    auto sum = fnv1a(text);
    for (const auto& file : {exercise.card, exercise.file}) sum = fnv1a(glsl::read_text(file), sum);
    return sum;
}

/// The folder that holds a learner's files as ./learn next lays them out.
fs::path files_of(const fs::path& own) {
    std::error_code problem;
    return fs::is_directory(own / "my_exercises", problem) ? own / "my_exercises" : own;
}

Learner learner_in(const fs::path& own, const std::vector<const Exercise*>& some) {
    Learner learner{own.filename().string(), {}};
    const auto files = files_of(own);
    const auto kept = taken(files / "progress.json", own);
    const auto states = exercises::Progress::states_in(kept.text);
    for (const auto* exercise : some) {
        auto one = taken(files / exercise->own_file(), own);
        Submission handed{exercise, std::move(one.text), std::move(one.refused), one.missing};
        handed.untouched = handed.to_be_judged() &&
                           exercises::code_in(handed.text) == exercises::code_in(skeleton_of(*exercise));
        if (handed.to_be_judged()) handed.sum = sum_of(handed.text, *exercise);
        if (states && states->contains(exercise->id())) handed.progress = states->at(exercise->id());
        learner.submissions.push_back(std::move(handed));
    }
    return learner;
}

}  // namespace

std::vector<Learner> class_in(const fs::path& folder, const std::vector<Exercise>& known,
                              std::vector<const Exercise*> some) {
    std::vector<fs::path> folders;
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(folder, problem))
        if (fs::is_directory(entry.path(), problem) && !entry.path().filename().string().starts_with('.'))
            folders.push_back(entry.path());
    if (folders.empty())
        fail(ExitCode::wrong_usage,
             "{} has no folder for any learner; each one's files go to {}/NAME/my_exercises.", shown(folder),
             shown(folder));
    std::ranges::sort(folders);
    if (some.empty()) {
        for (const auto& exercise : known) {
            const auto has_begun = [&](const fs::path& own) {
                return fs::exists(files_of(own) / exercise.own_file(), problem);
            };
            if (std::ranges::any_of(folders, has_begun)) some.push_back(&exercise);
        }
        if (some.empty())
            fail(ExitCode::wrong_usage, "Nobody in {} has begun an exercise; files go to {}.", shown(folder),
                 "NAME/my_exercises/LESSON");
    }
    std::vector<Learner> all;
    for (const auto& own : folders) all.push_back(learner_in(own, some));
    return all;
}

std::vector<const Exercise*> meant_by(const std::vector<std::string>& words,
                                      const std::vector<Exercise>& known) {
    std::vector<const Exercise*> some;
    for (const auto& word : words) {
        const auto before = some.size();
        for (const auto& exercise : known)
            if (word == exercise.lesson || "0" + word == exercise.lesson.substr(0, 2) ||
                word == exercise.lesson.substr(0, 2))
                some.push_back(&exercise);
        if (some.size() == before) some.push_back(&exercises::find(known, word));
    }
    std::vector<const Exercise*> each;
    for (const auto& exercise : known)  // once, in their order
        if (std::ranges::find(some, &exercise) != some.end()) each.push_back(&exercise);
    return each;
}

}  // namespace pbp::grade
