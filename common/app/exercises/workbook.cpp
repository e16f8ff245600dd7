// SPDX-License-Identifier: MIT
#include "common/app/exercises/workbook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "common/app/files.hpp"
#include "common/app/process.hpp"
#include "common/app/watch/changes.hpp"
#include "common/app/watch/lock.hpp"
#include "common/error.hpp"

namespace pbp::exercises {

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return in ? text.str() : std::string();
}

/// A shader without its lines of comment.
std::string code_of(const fs::path& file) {
    std::istringstream lines(read(file));
    std::string code;
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with("//")) code += line + "\n";
    return code;
}

const char* word_for(const Progress::State& state) {
    return state.solved && state.gave_up ? "solved, with the solution seen"
           : state.solved                ? "solved"
           : state.gave_up               ? "solution seen"
                                         : "open";
}

}  // namespace

Workbook::Workbook(const fs::path& shaders, fs::path programs, fs::path folder)
    : exercises_(all(shaders)),
      programs_(std::move(programs)),
      folder_(std::move(folder)),
      progress_(folder_) {
    if (exercises_.empty())
        fail(ExitCode::wrong_usage, "There are no exercises in {}; is that the project's shaders folder?",
             shaders.string());
    if (!progress_.notice().empty()) std::cerr << progress_.notice() << "\n";
}

const Exercise* Workbook::open() const {
    for (const auto& exercise : exercises_)
        if (!progress_.of(exercise.id()).solved) return &exercise;
    return nullptr;
}

fs::path Workbook::file_of(const Exercise& exercise) const {
    return folder_ / exercise.lesson / (exercise.name + ".comp");
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
        text += fmt::format("  {} {}  {:<44} {}\n", next == &exercise ? '>' : ' ', exercise.id(), card.title,
                            word_for(state));
    }
    if (json)
        std::cout << table.dump(1) << "\n";
    else
        std::cout << fmt::format(
            "{} of {} exercises solved\n{}\n> is where ./learn next goes; your files are in {}\n", solved,
            exercises_.size(), text, shown(folder_));
}

void Workbook::start(const Exercise& exercise) {
    const auto file = file_of(exercise);
    if (!fs::exists(file)) {
        std::error_code problem;
        fs::create_directories(file.parent_path(), problem);
        fs::copy_file(exercise.skeleton, file, problem);
        if (problem)
            fail(ExitCode::machine_lacks,
                 "{} cannot be written ({}); is the disk full, or the folder not yours?", file.string(),
                 problem.message());
    }
    std::cout << fmt::format("Exercise {}: {}\nYour file: {}\n", exercise.id(),
                             read_card(exercise.card).title, shown(file));
}

int Workbook::check(const Exercise& exercise, const std::vector<std::string>& options) {
    const auto file = file_of(exercise);
    if (!fs::exists(file))
        fail(ExitCode::wrong_usage, "{} is not there; ./learn reset {} puts its skeleton there.", shown(file),
             exercise.id());
    const bool in_words = std::ranges::find(options, "--json") == options.end();
    if (in_words) std::cout << fmt::format("\nJudging {}\n", shown(file)) << std::flush;
    std::vector<std::string> words{"--judge", exercise.card.string(), "--shader", file.string()};
    words.insert(words.end(), options.begin(), options.end());
    const int code = run_program((programs_ / exercise.lesson).string(), words);
    if (code != 0) {
        if (in_words) std::cout << fmt::format("\nNot right yet. ./learn hint {} helps.\n", exercise.id());
        return code;
    }
    auto state = progress_.of(exercise.id());
    state.solved = true;
    progress_.set(exercise.id(), state);
    if (!in_words) return code;
    const auto card = read_card(exercise.card);
    std::cout << fmt::format("\nSolved: {}. {}\n\n{}\n", exercise.id(), card.title, card.why);
    if (code_of(file) != code_of(exercise.solution)) {
        std::cout << fmt::format("\nWhat our solution does otherwise ({}):\n", shown(exercise.solution))
                  << std::flush;
        run_program("/usr/bin/diff", {"--unified=1", "--ignore-matching-lines=^//", "--label", "yours",
                                      "--label", "ours", file.string(), exercise.solution.string()});
    }
    return 0;
}

int Workbook::watch(const Exercise& exercise, const std::vector<std::string>& options) {
    const watch::Lock lock(
        folder_, fmt::format("Another ./learn next already watches {}; end it first, or work on there.",
                             shown(folder_)));
    const auto file = file_of(exercise);
    watch::Changes changes;
    changes.watch({file});
    for (std::vector<watch::Change> seen{{file}};; seen = changes.look()) {
        for (const auto& change : seen) {
            if (change.kind == watch::Change::Kind::deleted) {
                std::cout
                    << fmt::format(
                           "\n{} is gone; save it again, or ./learn reset {} brings the skeleton back.\n",
                           shown(file), exercise.id())
                    << std::flush;
                continue;
            }
            if (check(exercise, options) == 0) {
                std::cout << "\n./learn next goes on with the next one.\n";
                return 0;
            }
            std::cout << fmt::format("Watching {}: save it to be judged again. Ctrl-C ends.\n", shown(file))
                      << std::flush;
        }
        std::this_thread::sleep_for(watch::Changes::look_again);
    }
}

void Workbook::hint(const Exercise& exercise) {
    const auto card = read_card(exercise.card);
    auto state = progress_.of(exercise.id());
    const int many = static_cast<int>(card.hints.size());
    state.hints = std::min(state.hints + 1, many);
    for (int i = 0; i < state.hints; ++i)
        std::cout << fmt::format("{}Hint {} of {} for {}:\n{}\n", i == 0 ? "" : "\n", i + 1, many,
                                 exercise.id(), card.hints[static_cast<std::size_t>(i)]);
    if (state.hints == many)
        std::cout << fmt::format(
            "\nThat was the last one; ./learn solution {} --give-up shows the solution.\n", exercise.id());
    progress_.set(exercise.id(), state);
}

void Workbook::reset(const Exercise& exercise) {
    const auto file = file_of(exercise);
    if (fs::exists(file) && read(file) != read(exercise.skeleton)) {
        auto kept = file;
        for (int i = 1; fs::exists(kept); ++i)
            kept = file.parent_path() / fmt::format("{}.{}.comp", exercise.name, i);
        std::error_code problem;
        fs::rename(file, kept, problem);
        if (problem)
            fail(ExitCode::machine_lacks, "{} cannot be kept ({}), so it was left as it is.", file.string(),
                 problem.message());
        std::cout << fmt::format("Your file is kept as {}\n", shown(kept));
    }
    start(exercise);
}

void Workbook::solution(const Exercise& exercise, bool gives_up) {
    auto state = progress_.of(exercise.id());
    if (!state.solved && !gives_up)
        fail(ExitCode::wrong_usage,
             "{} is not solved yet; ./learn hint {} helps, and --give-up shows the solution all the same.",
             exercise.id(), exercise.id());
    if (!state.solved) {
        state.gave_up = true;
        progress_.set(exercise.id(), state);
    }
    std::cout << read(exercise.solution)
              << fmt::format("\n// {}\n\n{}\n", shown(exercise.solution), read_card(exercise.card).why);
}

}  // namespace pbp::exercises
