// SPDX-License-Identifier: MIT
// Every exercise: its skeleton is wrong, its solution right, and every wrong variant of the solution is wrong
// (tests/lessons/exercises/LESSON.txt). PBP_LESSON names one lesson; without it all are judged.
#include <algorithm>
#include <sstream>
#include <utility>

#include "common/card/gap.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/lessons.hpp"

using namespace pbp::test;
using pbp::exercises::Exercise;

namespace {

std::vector<Exercise> exercises() {
    std::vector<Exercise> some;
    const auto wanted = lessons();
    for (const char* folder : {"shaders", "lessons"})
        for (auto& exercise : pbp::exercises::all(source_dir / folder))
            if (std::ranges::find(wanted, exercise.lesson) != wanted.end())
                some.push_back(std::move(exercise));
    return some;
}

Outcome judged(const Exercise& exercise, const std::filesystem::path& shader, const Folder& out,
               const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"judge", exercise.card.string(), "--shader", shader.string(),
                                   "--out", out.path().string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_lesson(exercise.lesson, words, verdict_alone);
}

/// For what must pass: on a busy machine the compiler of a software renderer needs more than the usual limit.
/// A lesson in plain OpenGL has none.
std::vector<std::string> patiently(const Exercise& exercise) {
    if (!in_framework(exercise.lesson)) return {};
    return {"--time-limit", slow_compiler_s};
}

/// The wrong variants of a lesson's solutions; for each that neither this driver nor the simulator can show,
/// the reason.
std::vector<Fault> variants_of(const std::string& lesson) {
    return faults_of(source_dir / "tests/lessons/exercises" / (lesson + ".txt"));
}

/// Beside a card is its solution, with which facts compare.
Exercise with_card(Exercise exercise, const std::string& card, const Folder& out) {
    out.write("card.md", card);
    if (exercise.in_glsl()) out.write("card.comp", read_text(exercise.file));
    exercise.card = out.path() / "card.md";
    return exercise;
}

/// The exercise with a card that the driver compiles one program for: by day, cases with other sizes or back
/// ends of the same shader are left out.
Exercise by_day(const Exercise& exercise, const Folder& out) {
    if (full_matrix() || !exercise.in_glsl()) return exercise;
    std::string kept;
    std::istringstream card(read_text(exercise.card));
    for (std::string line; std::getline(card, line);) {
        const bool is_case = line.starts_with("  --");
        if (!is_case || !(contains(line, "--local-size") || contains(line, "--subgroup") ||
                          contains(line, "--per-invocation")))
            kept += line + '\n';
    }
    return with_card(exercise, kept, out);
}

/// True for a lesson that learners are sent to: a lesson in progress has no exercises at first, and then gets
/// them one by one.
bool on_start_page(const std::string& lesson) {
    return contains(read_text(source_dir / "README.md"), "](docs/" + lesson + ".md)");
}

}  // namespace

TEST_CASE(
    "each lesson on the start page has at least four exercises, each with at least five wrong variants") {
    for (const auto& lesson : lessons()) {
        CAPTURE(lesson);
        std::size_t many = 0;
        const auto variants = variants_of(lesson);
        for (const auto& exercise : exercises()) {
            if (exercise.lesson != lesson) continue;
            ++many;
            CAPTURE(exercise.name);
            CHECK_NOTHROW(pbp::exercises::read_card(exercise.card));
            CHECK(contains(skeleton_of(exercise), "TODO"));
            CHECK(!contains(solution_of(exercise), "// TODO"));
            CHECK(std::ranges::count(variants, exercise.name, &Fault::shader) >= 5);
        }
        if (on_start_page(lesson)) CHECK(many >= 4);
    }
}

TEST_CASE("a skeleton fails its check, and a solution passes it") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& exercise : exercises()) {
        CAPTURE(exercise.lesson);
        CAPTURE(exercise.name);
        const auto file = out.path() / exercise.file.filename();
        out.write(file.filename(), skeleton_of(exercise));
        // The simulator compiles in a tenth of the time; the driver is asked about what it lets pass.
        Outcome skeleton;
        if (exercise.in_glsl() && !full_matrix())
            skeleton = judged(exercise, file, out, {"--sim-schedule", "in-order"});
        if (skeleton.exit_code != 1) skeleton = judged(exercise, file, out);
        out.write(file.filename(), solution_of(exercise));
        const auto solution = judged(by_day(exercise, out), file, out, patiently(exercise));
        CAPTURE(solution.output);
        CHECK(skeleton.exit_code == 1);
        CHECK(solution.exit_code == 0);
        CAPTURE(skeleton.output);
        const bool program = !exercise.in_glsl();
        const bool by_technique = contains(skeleton.output, "right, but not the way");
        CHECK((program || by_technique || contains(skeleton.output, "to repeat it: ./learn ") ||
               contains(skeleton.output, "on the simulator: ./learn ")));
    }
}

/// The solution of an exercise with a fault in it, judged.
Outcome judged_with(const Fault& fault, const std::string& lesson, const Folder& out,
                    const std::vector<std::string>& more = {}, bool technique_alone = false) {
    const auto all = exercises();
    const auto found = std::ranges::find_if(
        all, [&](const Exercise& one) { return one.lesson == lesson && one.name == fault.shader; });
    REQUIRE(found != all.end());
    auto text = solution_of(*found);
    REQUIRE(count(text, fault.search) == 1);
    text.replace(text.find(fault.search), fault.search.size(), fault.replacement);
    const auto file = fault.shader + found->file.extension().string();
    out.write(file, text);
    auto judged_one = *found;
    if (technique_alone) {  // a card without cases
        auto card = read_text(found->card);
        const auto cases = card.find("cases:"), hints = card.find("## Hint");
        card.erase(cases, hints - cases);
        judged_one = with_card(judged_one, card, out);
    }
    return judged(judged_one, out.path() / file, out, more);
}

TEST_CASE("no wrong variant of a solution passes") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& lesson : lessons()) {
        std::size_t all = 0, on_simulator = 0;
        for (const auto& variant : variants_of(lesson)) {
            CAPTURE(lesson);
            CAPTURE(variant.shader);
            CAPTURE(variant.search);
            CAPTURE(variant.replacement);
            ++all;
            // The simulator compiles in a tenth of the time; the driver is asked about what it lets pass.
            if (in_framework(lesson) && !full_matrix() &&
                caught(judged_with(variant, lesson, out, {"--sim-schedule", "in-order"}))) {
                ++on_simulator;
                continue;
            }
            const auto outcome = judged_with(variant, lesson, out);
            CAPTURE(outcome.output);
            // A GPU's own compiler may see that an index leaves its array, and reject it. Mesa's never does.
            if (outcome.exit_code == 3 && !contains(outcome.output, "software renderer")) continue;
            CHECK((caught(outcome) || (outcome.exit_code == 0 && !variant.remark.empty())));
        }
        MESSAGE(lesson, ": ", on_simulator, " of ", all, " wrong variants caught on the simulator alone");
    }
}

TEST_CASE("a wrong result in the run that counts a technique is no solution") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& lesson : lessons()) {
        if (lesson != "03_reduction") continue;
        const auto wrong = judged_with({"e1_missing_line", "barrier();", "", ""}, lesson, out, {}, true);
        CAPTURE(wrong.output);
        CHECK(wrong.exit_code == 1);
        CHECK(contains(wrong.output, "but the run that counts how it works failed: "));
    }
}

TEST_CASE("a solution that is right by another technique than the card's does not pass") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& lesson : lessons()) {
        // Judged in all cases; of the others only the technique, which takes less than a second.
        bool first = true;
        const auto table = source_dir / "tests/lessons/cheats" / (lesson + ".txt");
        if (!std::filesystem::exists(table)) continue;
        for (const auto& cheat : faults_of(table)) {
            CAPTURE(cheat.shader);
            CAPTURE(cheat.replacement);
            const auto outcome = judged_with(cheat, lesson, out, {}, !std::exchange(first, false));
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 1);
            CHECK(contains(outcome.output, "right, but not the way that the task asks for: "));
        }
    }
}

TEST_CASE(
    "where a software driver runs a kernel wrong, and the simulator right, nobody says that it is wrong") {
    if (skip_without_gpu()) return;
    const Folder out;
    const Fault several_ballots{"e4_ballots",
                                "    for (uint b = 0u; b < BITS; ++b) {\n        const bool one = (digit >> "
                                "b & 1u) != 0u;\n        const "
                                "uvec4 ones = sg_ballot(one);\n        peers &= one ? ones : ~ones;\n    }\n",
                                "    for (uint d = 0u; d < RADIX; ++d) {\n        const uvec4 same = "
                                "sg_ballot(digit == d);\n        if "
                                "(digit == d) peers = same;\n    }\n",
                                ""};
    for (const auto& lesson : lessons()) {
        if (lesson != "09_radix_sort") continue;
        const auto outcome = judged_with(several_ballots, lesson, out);
        CAPTURE(outcome.output);
        CHECK_FALSE(contains(outcome.output, "WRONG"));  // Mesa 22.3.6 writes past the end; others may not
        CHECK((contains(outcome.output, "not judged: wrong on this driver, but right on the simulator") ||
               contains(outcome.output, "right, but not the way that the task asks for: ")));
        CHECK(outcome.exit_code == (contains(outcome.output, "not judged") ? 4 : 1));
    }
}

TEST_CASE("a solution that differs from ours, by the technique on the card, passes") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& lesson : lessons()) {
        const auto table = source_dir / "tests/lessons/honest" / (lesson + ".txt");
        if (!std::filesystem::exists(table)) continue;
        for (const auto& solution : faults_of(table)) {
            CAPTURE(solution.shader);
            CAPTURE(solution.replacement);
            const auto outcome = judged_with(solution, lesson, out, {}, true);
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 0);
        }
    }
}
