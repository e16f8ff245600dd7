// SPDX-License-Identifier: MIT
// Every exercise: its skeleton is wrong, its solution right, and every wrong variant of the solution is wrong
// (tests/lessons/exercises/LESSON.txt). PBP_LESSON names one lesson; without it all are judged. What differs
// from a solution in a line is judged in this process, on the simulator, which compiles in a tenth of the
// time; the driver is asked about what it lets pass.
#include <algorithm>
#include <sstream>
#include <utility>

#include "common/card/gap.hpp"
#include "common/device/guarded_backend.hpp"
#include "common/event/sink.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/judge/judge.hpp"
#include "common/modes/judge/simulated.hpp"
#include "common/sim/run/simulator.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/simulated.hpp"

using namespace pbp::test;
using pbp::exercises::Card;
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

/// What the judge runs in place of a card's version.
pbp::Options options_for(const pbp::Lesson& lesson, const Card& card, const std::filesystem::path& shader) {
    auto options = options_of(lesson, pbp::version_named(lesson, card.version));
    options.shader = shader;
    return options;
}

/// Keeps how a version came out.
struct LastReport final : pbp::Sink {
    void on_event(const pbp::Event& event) override {
        if (const auto* const done = std::get_if<pbp::event::VersionDone>(&event)) report = done->report;
    }
    pbp::VersionReport report;
};

/// The same verdict on the simulator, in this process.
pbp::VersionReport judged_here(const Exercise& exercise, const Card& card,
                               const std::filesystem::path& shader) {
    const auto& lesson = lesson_of(exercise.lesson);
    const auto options = options_for(lesson, card, shader);
    LastReport sink;
    try {
        auto simulator = std::make_unique<pbp::sim::Simulator>(one_order());
        pbp::Device device(std::make_unique<pbp::GuardedBackend>(std::move(simulator), false),
                           pbp::shader_tree(lesson, options), &sink);
        pbp::exercises::judge(device, lesson, options, card, sink);
    } catch (const pbp::Error& problem) {
        sink.report.exit_code = static_cast<int>(problem.code());
        sink.report.message = problem.what();
    }
    return sink.report;
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

const Exercise& exercise_of(const std::vector<Exercise>& all, const std::string& lesson, const Fault& fault) {
    const auto found = std::ranges::find_if(
        all, [&](const Exercise& one) { return one.lesson == lesson && one.name == fault.shader; });
    REQUIRE(found != all.end());
    return *found;
}

/// The solution of an exercise with a fault in it.
std::filesystem::path written(const Exercise& exercise, const Fault& fault, const Folder& out) {
    const auto text = replaced(solution_of(exercise), fault.search, fault.replacement);
    return out.write(exercise.file.filename().string(), text);
}

TEST_CASE("no wrong variant of a solution passes") {
    if (skip_without_gpu()) return;
    const Folder out;
    const auto all = exercises();
    for (const auto& lesson : lessons()) {
        const auto variants = variants_of(lesson);
        std::size_t on_simulator = 0;
        for (const auto& variant : variants) {
            CAPTURE(lesson);
            CAPTURE(variant.shader);
            CAPTURE(variant.search);
            CAPTURE(variant.replacement);
            const auto& exercise = exercise_of(all, lesson, variant);
            const auto file = written(exercise, variant, out);
            if (in_framework(lesson) && !full_matrix() &&
                caught(judged_here(exercise, pbp::exercises::read_card(exercise.card), file).exit_code)) {
                ++on_simulator;
                continue;
            }
            const auto outcome = judged(exercise, file, out);
            CAPTURE(outcome.output);
            // A GPU's own compiler may see that an index leaves its array, and reject it. Mesa's never does.
            if (outcome.exit_code == 3 && !contains(outcome.output, "software renderer")) continue;
            CHECK((caught(outcome.exit_code) || (outcome.exit_code == 0 && !variant.remark.empty())));
        }
        MESSAGE(lesson, ": ", on_simulator, " of ", variants.size(),
                " wrong variants caught on the simulator alone");
    }
}

/// The techniques of cards, each with what our solution does, which is counted once.
class Techniques {
  public:
    pbp::exercises::Missed missed_by(const Exercise& exercise, const std::filesystem::path& shader) {
        const auto card = pbp::exercises::read_card(exercise.card);
        const auto& lesson = lesson_of(exercise.lesson);
        const auto& version = pbp::version_named(lesson, card.version);
        const auto options = options_for(lesson, card, shader);
        pbp::SilentSink sink;
        return technique_missed({lesson, version, options}, card.technique, learned_[exercise.id()], sink);
    }

  private:
    std::map<std::string, pbp::exercises::Learned> learned_;
};

TEST_CASE("a wrong result in the run that counts a technique is no solution") {
    const Folder out;
    const auto all = exercises();
    for (const auto& lesson : lessons()) {
        if (lesson != "03_reduction") continue;
        const Fault wrong{"e1_missing_line", "barrier();", "", ""};
        const auto& exercise = exercise_of(all, lesson, wrong);
        auto card = pbp::exercises::read_card(exercise.card);
        card.cases.clear();
        const auto report = judged_here(exercise, card, written(exercise, wrong, out));
        CHECK(report.exit_code == 1);
        CHECK(contains(report.message, "but the run that counts how it works failed: "));
    }
}

TEST_CASE("a solution that is right by another technique than the card's does not pass") {
    const Folder out;
    const auto all = exercises();
    for (const auto& lesson : lessons()) {
        // Judged in all cases; of the others only the technique, which takes a fraction of the time.
        bool first = true;
        Techniques techniques;
        const auto table = source_dir / "tests/lessons/cheats" / (lesson + ".txt");
        if (!std::filesystem::exists(table)) continue;
        for (const auto& cheat : faults_of(table)) {
            CAPTURE(cheat.shader);
            CAPTURE(cheat.replacement);
            const auto& exercise = exercise_of(all, lesson, cheat);
            const auto file = written(exercise, cheat, out);
            CHECK(!techniques.missed_by(exercise, file).why.empty());
            if (!std::exchange(first, false)) continue;
            const auto report = judged_here(exercise, pbp::exercises::read_card(exercise.card), file);
            CHECK(report.exit_code == 1);
            CHECK(report.message.starts_with(pbp::exercises::another_way));
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
    const auto all = exercises();
    for (const auto& lesson : lessons()) {
        if (lesson != "09_radix_sort") continue;
        const auto& exercise = exercise_of(all, lesson, several_ballots);
        const auto outcome = judged(exercise, written(exercise, several_ballots, out), out);
        CAPTURE(outcome.output);
        CHECK_FALSE(contains(outcome.output, "WRONG"));  // Mesa 22.3.6 writes past the end; others may not
        CHECK((contains(outcome.output, "not judged: wrong on this driver, but right on the simulator") ||
               contains(outcome.output, "right, but not the way that the task asks for: ")));
        CHECK(outcome.exit_code == (contains(outcome.output, "not judged") ? 4 : 1));
    }
}

TEST_CASE("a solution that differs from ours, by the technique on the card, passes") {
    const Folder out;
    const auto all = exercises();
    for (const auto& lesson : lessons()) {
        Techniques techniques;
        const auto table = source_dir / "tests/lessons/honest" / (lesson + ".txt");
        if (!std::filesystem::exists(table)) continue;
        for (const auto& solution : faults_of(table)) {
            CAPTURE(solution.shader);
            CAPTURE(solution.replacement);
            const auto& exercise = exercise_of(all, lesson, solution);
            const auto missed = techniques.missed_by(exercise, written(exercise, solution, out));
            CHECK(missed.why + missed.failed == "");
        }
    }
}
