// The exercises: what there is, the next one, hints, solutions.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/printable.hpp"
#include "common/base/system.hpp"
#include "common/options/read_words.hpp"
#include "common/process/guarded.hpp"
#include "common/tools/exercises/judging.hpp"

using namespace pbp;

namespace {

constexpr const char* about =
    "Shaders with a gap to fill, judged in many cases: odd sizes, awkward data, guarded buffers, every pass "
    "against its CPU\n"
    "twin. You work on copies in my_exercises/, which no update touches.\n";
constexpr const char* codes =
    "Exit codes: 0 right, 1 not right yet, 2 wrong usage, 3 the shader does not build, 4 the machine lacks "
    "something,\n"
    "5 time limit, 6 the worker died.";

/// Judges some files, and returns the exit code of the first that is not right.
int checked(exercises::Judging& judge, const exercises::Workbook& book,
            const std::vector<const exercises::Exercise*>& some, bool json) {
    int code = 0;
    nlohmann::json all = nlohmann::json::array();
    for (const auto* one : some) {
        int verdict = 0;
        if (json) {
            nlohmann::json row{{"id", one->id()}, {"file", book.file_of(*one).string()}};
            row.update(judge.report(*one));
            verdict = row["exit_code"];
            all.push_back(std::move(row));
        } else {
            verdict = judge.check(*one);
        }
        if (code == 0) code = verdict;
    }
    if (json)
        std::cout << nlohmann::json{{"exercises", all}, {"exit_code", code}}.dump(
                         1, ' ', false, nlohmann::json::error_handler_t::replace)
                  << "\n";
    return code;
}

int run(int argc, const char* const* argv) {
    CLI::App app(about, "exercises");
    app.footer(codes);
    app.allow_windows_style_options(false);
    std::filesystem::path shaders = project_root() / "shaders", folder = project_root() / "my_exercises";
    bool json = false, once = false, all = false, gives_up = false, hard = false;
    std::vector<std::string> ids;
    std::string context, out = (project_root() / "out/exercises").string();
    app.add_option("--shaders", shaders, "The folder with the exercises")->type_name("DIR");
    app.add_option("--folder", folder, "Folder for your files and your progress [my_exercises]")
        ->type_name("DIR");
    app.add_option("--context", context, "The judge's OpenGL context: auto, glfw or egl")->type_name("KIND");
    std::map<std::string, std::string> limits;
    for (const auto& [flag, help] :
         {std::pair{"--time-limit", "Stop a dispatch that takes longer than these seconds [10]"},
          std::pair{"--total-limit", "Stop a verdict that has used more processor time [120]"}})
        app.add_option(flag, limits[flag], help)->type_name("SECONDS");
    app.add_option("--out", out, "Folder for the judge's pictures [out/exercises]")->type_name("DIR");
    app.require_subcommand(1);
    app.fallthrough();
    const auto command = [&](const char* name, const char* help) {
        auto* one = app.add_subcommand(name, help);
        one->add_option("ID", ids, "e.g. 03.2 or e2_halves");
        return one;
    };
    auto* list = app.add_subcommand("list", "List all exercises, and which you have solved");
    list->add_flag("--json", json, "As JSON");
    auto* next = command("next", "Start the first unsolved one (or this one), and judge it at every save");
    next->add_flag("--once", once, "Judge once, do not watch");
    next->add_flag("--hard", hard, "Take the last exercise of each lesson first");
    auto* check = command("check", "Judge the file that you changed last, or these");
    check->add_flag("--all", all, "Judge every file in your folder");
    check->add_flag("--json", json, "All verdicts as one JSON document");
    auto* hint = command("hint", "Print a hint, one more each time");
    auto* reset = command("reset", "Restore the skeleton; your file is kept");
    auto* solution = command("solution", "Print the solution, once you have solved it");
    solution->add_flag("--give-up", gives_up, "Show it anyway");
    if (!parsed(app, argc, argv)) return 0;
    std::vector<std::string> judging{"--out", out};
    if (!context.empty()) judging.insert(judging.end(), {"--context", context});
    for (const auto& [flag, seconds] : limits)
        if (!seconds.empty()) judging.insert(judging.end(), {flag, seconds});

    exercises::Workbook book(shaders, folder);
    exercises::Judging judge(book, own_program().parent_path() / "lessons", judging,
                             hard ? "./learn next --hard" : "./learn next");
    if (*list) return book.list(json), 0;
    if (*check && all) {
        if (!ids.empty())
            fail(ExitCode::wrong_usage, "--all judges every file; leave out {} or --all.", ids[0]);
        std::vector<const exercises::Exercise*> begun;
        for (const auto& one : book.exercises())
            if (std::error_code unreachable; std::filesystem::exists(book.file_of(one), unreachable))
                begun.push_back(&one);
        if (begun.empty())
            fail(ExitCode::wrong_usage, "There is no exercise to judge in {}; ./learn next starts one.",
                 shown(folder));
        return checked(judge, book, begun, json);
    }
    if (ids.size() > 1 && !*check)
        fail(ExitCode::wrong_usage, "One exercise at a time: {} or {}.", ids[0], ids[1]);
    std::vector<const exercises::Exercise*> meant;
    for (const auto& id : ids) meant.push_back(&book.find(id));
    if (hard && !meant.empty())
        fail(ExitCode::wrong_usage, "--hard chooses the exercise itself; leave out {} or --hard.", ids[0]);
    if (meant.empty() && book.open() != nullptr && !*reset && !*solution)
        meant.push_back(*next ? book.open(hard) : book.in_hand());
    if (meant.empty() && (*reset || *solution))
        fail(ExitCode::wrong_usage, "Name an exercise, e.g. 03.2; ./learn exercises lists them.");
    if (meant.empty()) {
        std::cout << "All exercises are solved.\n";
        return 0;
    }
    const auto& one = *meant.front();
    if (*hint) {
        constexpr int with_repairs = 2;  // hints: the first ones are about the idea
        if (book.hint(one) < with_repairs) return 0;
        for (const auto& repair : judge.proven_repairs(one))
            std::cout << "\nTried on your file: " << printable(repair) << "\n";
        return 0;
    }
    if (*reset) return book.reset(one), 0;
    if (*solution) return book.solution(one, gives_up), 0;
    if (*next) {
        book.start(one);
        ensure_writable(std::filesystem::path(out) / one.lesson, "--out");
        return once ? judge.check(one) : judge.watch(one);
    }
    return checked(judge, book, meant, json);
}

}  // namespace

int main(int argc, char** argv) {
    return guarded("exercises", [&] { return run(argc, argv); });
}
