// ./learn grade: judges the exercises of a class.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iostream>
#include <thread>

#include "common/base/files.hpp"
#include "common/base/system.hpp"
#include "common/options/read_words.hpp"
#include "common/options/words.hpp"
#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"
#include "common/process/time_limits.hpp"
#include "common/tools/grade/results.hpp"

using namespace pbp;
namespace fs = std::filesystem;

namespace {

constexpr const char* about =
    "Judges the exercises of a class: FOLDER has a folder for each learner, with their my_exercises/ in it.\n"
    "Started again after an interruption, it goes on where it was. docs/teaching.md says what it writes.\n";

struct Asked {
    fs::path folder, points_file;
    std::vector<std::string> words;
    grade::Wishes wishes{.programs = own_program().parent_path() / "lessons",
                         .out = project_root() / "out/grades",
                         .context = {},
                         .jobs = std::max(1u, std::thread::hardware_concurrency()),
                         .total_limit_s = TimeLimits::verdict_s};
};

void write_results(const grade::Graded& graded) {
    const auto& out = graded.wishes.out;
    ensure_writable(out / "learners", "--out");
    for (const auto& learner : graded.learners) {
        write_file(out / "learners" / (learner.name + ".html"), as_page(graded, learner));
        write_file(out / "learners" / (learner.name + ".xml"), as_junit(graded, learner));
    }
    const auto similar = similar_in(graded.learners);
    write_file(out / "grades.csv", as_csv(graded));
    write_file(out / "similar.csv", as_csv(similar));
    std::cout << as_table(graded)
              << fmt::format(
                     "\nEach line with its reason: {}\nA page and a JUnit file for each: {}\n"
                     "Files that say the same, {} groups to look at: {}\n",
                     shown(out / "grades.csv"), shown(out / "learners"), similar.size(),
                     shown(out / "similar.csv"));
}

int run(int argc, const char* const* argv) {
    catch_signals();
    const auto app = make_app(about, "grade");
    Asked asked;
    auto& wishes = asked.wishes;
    OptionGroup group(*app);
    group.positional("FOLDER", "A folder for each learner is in it",
                     [&](const auto& word) { asked.folder = word; });
    group.positional("ID", "e.g. 07.1, or 07 for all of a lesson [all that anybody has begun]", asked.words);
    group.value("--points", "FILE", "What each exercise is worth: lines such as '07.1 10'",
                asked.points_file);
    group.word("--jobs", "COUNT", "Files judged at once [the number of cores]",
               [&](const auto& word) { wishes.jobs = count_from("--jobs", word); });
    group.word("--total-limit", "SECONDS",
               fmt::format("Processor time that one file may take [{}]", wishes.total_limit_s),
               [&](const auto& word) { wishes.total_limit_s = seconds_from("--total-limit", word); });
    group.value("--context", "KIND", "The judge's OpenGL context: auto, glfw or egl", wishes.context);
    group.value("--out", "DIR", "Folder for the results [out/grades]", wishes.out);
    if (!parsed(*app, argc, argv)) return 0;
    if (asked.folder.empty())
        fail(ExitCode::wrong_usage,
             "name the folder that has a folder for each learner, as in ./learn grade submissions.");
    wishes.out = fs::absolute(wishes.out);

    auto known = exercises::all(project_root() / "shaders");
    for (auto& program : exercises::all(project_root() / "lessons")) known.push_back(std::move(program));
    const grade::Points points =
        asked.points_file.empty() ? grade::Points() : grade::Points(asked.points_file);
    const auto learners = grade::class_in(asked.folder, known, grade::meant_by(asked.words, known));
    ensure_writable(wishes.out, "--out");
    grade::Journal journal(wishes.out / "journal.jsonl");
    grade::judge_all(learners, wishes, journal);
    const grade::Graded graded{learners, journal, points, wishes};
    write_results(graded);
    for (const auto& learner : learners)
        for (const auto& one : learner.submissions)
            if (graded.result_of(one) == grade::Result::not_judged)
                fail(ExitCode::machine_lacks,
                     "some files were not judged: {} Start it again once that is solved.",
                     reason_of(one, graded.verdict_on(one)));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return guarded("grade", [&] { return run(argc, argv); });
}
