// SPDX-License-Identifier: MIT
#include "common/tools/exercises/workbook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/base/columns.hpp"
#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/base/printable.hpp"
#include "common/base/readable.hpp"
#include "common/card/gap.hpp"
#include "common/tools/exercises/progress.hpp"

namespace pbp::exercises {

namespace fs = std::filesystem;

namespace {

/// Nothing of a pipe, which might never end.
std::string read(const fs::path& file) {
    if (std::error_code problem; !fs::is_regular_file(file, problem)) return {};
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return in ? text.str() : std::string();
}

const char* word_for(const Progress::State& state) {
    return state.solved && state.gave_up ? "solved, with the solution seen"
           : state.solved                ? "solved"
           : state.gave_up               ? "solution seen"
                                         : "open";
}

}  // namespace

void say(const std::string& text) {
    std::cout << wrapped(text, columns_of(Stream::out)) << "\n" << std::flush;
}

Workbook::Workbook(const fs::path& shaders, fs::path folder)
    : exercises_(all(shaders)), folder_(std::move(folder)), progress_(folder_) {
    // Programs come last: they need to have read a lesson or two.
    for (auto& program : all(shaders.parent_path() / "lessons")) exercises_.push_back(std::move(program));
    if (exercises_.empty())
        fail(ExitCode::wrong_usage, "There are no exercises in {}; is that the project's shaders folder?",
             shaders.string());
    if (!progress_.notice().empty()) std::cerr << progress_.notice() << "\n";
}

void Workbook::change(const Exercise& exercise, const std::function<void(Progress::State&)>& how) {
    progress_.change(exercise.id(), how);
    if (!progress_.notice().empty()) std::cerr << progress_.notice() << "\n";
}

const Exercise* Workbook::open(bool hard) const {
    const Exercise* first = nullptr;
    for (std::size_t i = 0; i < exercises_.size(); ++i) {
        if (progress_.of(exercises_[i].id()).solved) continue;
        const bool last = i + 1 == exercises_.size() || exercises_[i + 1].lesson != exercises_[i].lesson;
        if (last || !hard) return &exercises_[i];
        if (first == nullptr) first = &exercises_[i];
    }
    return first;
}

const Exercise* Workbook::in_hand() const {
    const Exercise* latest = nullptr;
    fs::file_time_type when;
    for (const auto& one : exercises_) {
        std::error_code missing;
        const auto written = fs::last_write_time(file_of(one), missing);
        if (missing || progress_.of(one.id()).solved || (latest != nullptr && written <= when)) continue;
        latest = &one;
        when = written;
    }
    return latest != nullptr ? latest : open();
}

fs::path Workbook::file_of(const Exercise& exercise) const {
    return folder_ / exercise.own_file();
}

void Workbook::list(bool json) const {
    nlohmann::json table = nlohmann::json::array();
    const auto* next = open();
    std::string lesson, text;
    std::size_t solved = 0;
    for (const auto& exercise : exercises_) {
        const auto& state = progress_.of(exercise.id());
        const auto card = read_card(exercise.card);
        solved += state.solved ? 1 : 0;
        table.push_back({{"id", exercise.id()},
                         {"lesson", exercise.lesson},
                         {"name", exercise.name},
                         {"title", card.title},
                         {"solved", state.solved},
                         {"gave_up", state.gave_up},
                         {"hints", state.hints},
                         {"file", file_of(exercise).string()}});
        if (lesson != exercise.lesson) text += fmt::format("\n{}\n", lesson = exercise.lesson);
        text += fmt::format("  {} {}  {:<44} {}\n", next == &exercise ? '>' : ' ', exercise.id(),
                            printable(card.title), word_for(state));
    }
    if (json)
        std::cout << table.dump(1) << "\n";
    else
        std::cout << fmt::format(
            "{} of {} exercises solved\n{}\n> marks where ./learn next goes; your files are in {}\n", solved,
            exercises_.size(), text, shown(folder_));
}

fs::path Workbook::file_to_write(const Exercise& exercise) const {
    auto file = target_of(file_of(exercise));
    std::error_code ignored;
    const auto kind = fs::status(file, ignored).type();
    if (kind != fs::file_type::not_found && kind != fs::file_type::none)
        if (const auto why = why_no_file(file); !why.empty())
            fail(ExitCode::wrong_usage, "{}: {}.", in_message(file), why);
    return file;
}

void Workbook::start(const Exercise& exercise) {
    const FolderLock lock(folder_, FolderLock::Wish::wait);  // no other ./learn changes it
    begin(exercise);
}

void Workbook::begin(const Exercise& exercise) const {
    const auto file = file_to_write(exercise);
    std::error_code problem;
    if (!fs::exists(file, problem)) {
        fs::create_directories(file_of(exercise).parent_path(), problem);
        if (!problem) problem = write_whole(file, skeleton_of(exercise), Existing::kept);
    }
    if (problem == std::errc::no_such_file_or_directory && fs::is_symlink(file_of(exercise)))
        fail(ExitCode::wrong_usage, "{} cannot be written: it is a link into a folder that is not there.",
             file_of(exercise).string());
    if (problem && problem != std::errc::file_exists)
        fail(ExitCode::machine_lacks, "{} cannot be written ({}); is the disk full, or the folder not yours?",
             file.string(), problem.message());
    const auto& lesson = exercise.lesson;
    say(fmt::format(
        "Exercise {}: {}\nYour file: {}\n\n"
        "Open it in an editor: its first lines state the task, and TODO marks what is missing. The lesson's "
        "page is docs/{}.md; ./learn {} draws the pictures that it names into out/{}/.",
        exercise.id(), printable(read_card(exercise.card).title), shown(file_of(exercise)), lesson,
        std::stoi(lesson.substr(0, 2)), lesson));
}

int Workbook::hint(const Exercise& exercise) {
    const auto card = read_card(exercise.card);
    const int many = static_cast<int>(card.hints.size());
    int shown_now = std::min(progress_.of(exercise.id()).hints + 1, many);
    std::exception_ptr unsaved;
    try {
        change(exercise,
               [&](Progress::State& state) { shown_now = state.hints = std::min(state.hints + 1, many); });
    } catch (const Error&) {  // a hint helps all the same
        unsaved = std::current_exception();
    }
    for (int i = 0; i < shown_now; ++i)
        say(fmt::format("{}Hint {} of {} for {}:\n{}", i == 0 ? "" : "\n", i + 1, many, exercise.id(),
                        card.hints[static_cast<std::size_t>(i)]));
    if (shown_now == many)
        say(fmt::format("\nThat was the last one; ./learn solution {} --give-up shows the solution.",
                        exercise.id()));
    if (unsaved) std::rethrow_exception(unsaved);
    return shown_now;
}

void Workbook::reset(const Exercise& exercise) {
    const FolderLock lock(folder_, FolderLock::Wish::wait);  // no other ./learn changes it
    const auto named = file_of(exercise);
    std::error_code problem;
    const bool there = fs::exists(named, problem),
               loops = problem == std::errc::too_many_symbolic_link_levels;  // a link that leads to itself
    const bool linked = fs::is_symlink(named, problem) && !loops;
    const auto file = linked ? file_to_write(exercise) : named;
    // What is no file, a pipe or a folder, is put aside unread.
    if (loops || (there && (!why_no_file(file).empty() || read(file) != skeleton_of(exercise)))) {
        fs::path kept;
        const auto keep = [&](int number) {
            kept = named.parent_path() /
                   fmt::format("{}.{}{}", exercise.name, number, exercise.file.extension().string());
            return linked ? write_whole(kept, read(file), Existing::kept) : rename_to_free(file, kept);
        };
        problem = keep(1);
        for (int i = 2; problem == std::errc::file_exists; ++i) problem = keep(i);
        if (!problem && linked) problem = write_whole(file, skeleton_of(exercise));
        if (problem)
            fail(ExitCode::machine_lacks, "{} cannot be kept ({}), so it was left as it is.", file.string(),
                 problem.message());
        std::cout << fmt::format("Your file is kept as {}\n", shown(kept));
    }
    begin(exercise);
}

void Workbook::solution(const Exercise& exercise, bool gives_up) {
    const bool solved = progress_.of(exercise.id()).solved;
    if (!solved && !gives_up)
        fail(ExitCode::wrong_usage,
             "{} is not solved yet; ./learn hint {} helps, and --give-up shows the solution anyway.",
             exercise.id(), exercise.id());
    if (!solved) change(exercise, [](Progress::State& state) { state.gave_up = true; });
    std::cout << solution_of(exercise);
    say("\n" + read_card(exercise.card).why);
}

}  // namespace pbp::exercises
