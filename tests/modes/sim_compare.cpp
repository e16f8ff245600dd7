// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "common/card/gap.hpp"
#include "common/modes/compare.hpp"
#include "common/modes/sweep.hpp"
#include "common/terminal/tables.hpp"
#include "tests/support/lessons.hpp"

namespace sim_compare_test {

using namespace pbp;
using namespace pbp::test;

namespace {

sim::ReportedLine line(int number, const std::string& text, std::uint64_t issued,
                       std::uint64_t conflicts = 0) {
    sim::ReportedLine made;
    made.file = "shaders/a/v1.comp";
    made.line = number;
    made.text = text;
    made.issued = issued;
    made.lanes = issued * 32;
    made.conflict_cycles = conflicts;
    return made;
}

VersionReport version(const std::string& name, const std::vector<sim::ReportedLine>& lines) {
    VersionReport made;
    made.name = name;
    auto& program = made.simulation.emplace_back();
    program.shader = "shaders/a/v1.comp";
    program.dispatches = 2;
    program.lines = lines;
    return made;
}

bool has(const std::vector<std::string>& lines, const std::string& start, const std::string& part = "") {
    return std::ranges::any_of(lines, [&](const auto& one) {
        return one.starts_with(start) && one.find(part) != std::string::npos;
    });
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("two versions side by side: totals with their ratio, and whose lines count otherwise") {
    const auto words = side_by_side(
        version("v1_one", {line(3, "a();", 10), line(4, "    b(2 * i);", 20, 31), line(5, "c();", 6)}),
        version("v2_two", {line(3, "a();", 10), line(4, "  b(i);", 5), line(9, "c();", 3, 0)}));
    CHECK(has(words, "instructions issued", "36"));
    CHECK(has(words, "instructions issued", "18      0.5"));
    CHECK(has(words, "extra cycles (banks)", "31"));
    CHECK(has(words, "mean active lanes", "32.0"));
    CHECK(!has(words, "atomics"));
    CHECK(has(words, "- v1.comp:4", "b(2 * i);"));
    CHECK(has(words, "      issued 20, +cycles 31, lanes 32.0"));
    CHECK(has(words, "+ v1.comp:4", "b(i);"));
    CHECK(has(words, "~ v1.comp:9", "c();"));
    CHECK(has(words, "      issued 6 -> 3"));
    CHECK(!has(words, "- v1.comp:3"));
    CHECK(!has(words, "~ v1.comp:3"));
}

TEST_CASE("a sweep has subgroups of 4 to 64 in four orders, 32 in order first") {
    const auto all = swept({});
    CHECK(all.size() == 20);
    CHECK(in_words(all.front()) == "subgroups of 32, in-order");
    CHECK(in_words(all.back()) == "subgroups of 64, random:2");
}

TEST_CASE("the jobs of all cores are done once each, and a failure is passed on") {
    std::vector<std::atomic<int>> done(1000);
    on_all_cores(done.size(), [&](std::size_t i) { ++done[i]; });
    CHECK(std::ranges::all_of(done, [](const auto& times) { return times == 1; }));
    CHECK_THROWS_AS(on_all_cores(5,
                                 [](std::size_t i) {
                                     if (i == 3) throw std::runtime_error("three");
                                 }),
                    std::runtime_error);
}

TEST_CASE("a sweep in words: a table, and each problem once with the runs that have it") {
    std::vector<SweptRun> runs{{8, "in-order", "right", {}},
                               {32, "in-order", "found", {"data race at a:1"}},
                               {8, "reverse", "WRONG", {"wrong after pass 2"}},
                               {32, "reverse", "right", {}}};
    auto words = in_words(runs);
    CHECK(has(words, "in-order", "found 1"));
    CHECK(has(words, "reverse", "WRONG"));
    CHECK(has(words, "sg 32 in-order: data race at a:1"));
    CHECK(has(words, "sg 8 reverse: wrong after pass 2"));
    CHECK(!has(words, "all "));
    for (auto& run : runs) run = {run.subgroup_size, run.schedule, "right", {}};
    CHECK(has(in_words(runs), "all 4 runs agree"));
}

TEST_CASE("sweep and compare as they are typed") {
    const auto typed = [](std::vector<std::string> words) {
        words.insert(words.begin(), lesson_program("03_reduction"));
        words.insert(words.end(), {"--out", std::string(PBP_BINARY_DIR) + "/tests/out"});
        return run_program(words);
    };
    const auto swept = typed({"sweep", "--only", "v3,v6"});
    CHECK_MESSAGE(swept.exit_code == 0, swept.output);
    CHECK_MESSAGE(count(swept.output, "all 20 runs agree") == 2, swept.output);
    CHECK_MESSAGE(contains(swept.output, "random:2"), swept.output);

    check_ended(typed({"compare", "v1,v3", "--n", "1024"}), 0,
                {"instructions issued", "if (i % (2u * stride) == 0u) {", "if (i < stride) {"});
}

namespace {

/// The command that a run prints for the smallest case that fails, as somebody types it in the same folder.
std::string smallest_in(const std::string& output) {
    const std::string mark = "Smallest case that fails: ./learn 03 ";
    const auto at = output.find(mark);
    if (at == output.npos) return "echo no command";
    const auto from = at + mark.size();
    return lesson_program("03_reduction") + " " + output.substr(from, output.find('\n', from) - from);
}

Outcome typed_again(const std::string& output) {
    return run_program(
        {"bash", "-c", smallest_in(output) + " --no-pictures --out " PBP_BINARY_DIR "/tests/out"},
        "PBP_SHRINK_MS=0");
}

constexpr const char* with_time = "PBP_SHRINK_MS=20000";  // enough on a busy machine, too

/// Judges a file as a solution of exercise 03.1.
Outcome judge(const fs::path& file) {
    return run_program({lesson_program("03_reduction"), "judge",
                        PBP_SOURCE_DIR "/shaders/03_reduction/exercises/e1_missing_line.md", "--out",
                        PBP_BINARY_DIR "/tests/out", "--shader", file},
                       with_time);
}

}  // namespace

TEST_CASE("the smallest case that fails is printed as a command, which fails in the same way") {
    Folder folder;
    const auto shader = folder.path() / "mine.comp";
    const auto program = lesson_program("03_reduction");
    folder.write("mine.comp", shader_with("03_reduction/v3_sequential.comp",
                                          "        barrier();  // this level reads what others wrote\n", ""));
    const std::vector<std::string> how{"--only", "v3",    "--shader",
                                       shader,   "--out", PBP_BINARY_DIR "/tests/out"};
    const auto with = [&](std::vector<std::string> words) {
        words.insert(words.begin(), program);
        words.insert(words.end(), how.begin(), how.end());
        return run_program(words, with_time).output;
    };
    // A race needs two invocations, and so two elements, or two levels of one workgroup.
    const auto small = with({"--sim", "--no-pictures", "--n", "5000", "--data", "random", "--seed", "9"});
    CAPTURE(small);
    const auto command = smallest_in(small);
    CHECK((contains(command, "--n 1 ") || contains(command, "--n 2 ")));
    CHECK_FALSE(contains(command, "--seed"));
    CHECK_FALSE(contains(command, "--data"));
    auto stepping = command;  // with its verb
    stepping.insert(stepping.find(" --"), " step --wrong");
    CHECK(contains(small, "That case line by line: ./learn 03 step --wrong --only v3"));
    check_ended(run_program({"bash", "-c", stepping + " --do where"}), 0, {"data race at "});
    check_ended(typed_again(small), 1, {"data race"});
    const auto swept = typed_again(with({"sweep"}));
    CHECK_MESSAGE(swept.exit_code == 1, swept.output);
    const auto off = run_program({program, "--sim", "--only", "v3", "--shader", shader, "--no-pictures",
                                  "--out", PBP_BINARY_DIR "/tests/out"});
    CHECK_FALSE(contains(off.output, "Smallest"));
}

TEST_CASE("a loop that runs into the time limit is shown with fewer elements, too") {
    Folder folder;
    folder.write("mine.comp", shader_with("03_reduction/v3_sequential.comp", "stride /= 2u", "stride /= 1u"));
    const auto large =
        run_program({lesson_program("03_reduction"), "--only", "v3", "--shader", folder.path() / "mine.comp",
                     "--no-pictures", "--sim", "--n", "5000", "--time-limit", "1"},
                    with_time);
    CHECK_MESSAGE(large.exit_code == 5, large.output);
    CHECK_MESSAGE(contains(smallest_in(large.output), "--n 1 "), large.output);
    check_ended(typed_again(large.output), 5, {"mine.comp:26: the dispatch did not end within 2 s"});
}

TEST_CASE("a missing fence is named, and its smallest case and the judge's repeat it") {
    Folder folder;
    const auto program = lesson_program("03_reduction");
    const auto shaders = folder.path() / "shaders";
    fs::copy(source_dir / "shaders", shaders, fs::copy_options::recursive);
    folder.write("shaders/03_reduction/v9_memory_adds.comp",
                 shader_with("03_reduction/v9_memory_adds.comp", "memoryBarrierBuffer();", ""));
    const auto v9 = run_program({program, "--sim", "--only", "v9", "--no-pictures", "--out",
                                 PBP_BINARY_DIR "/tests/out", "--shaders", shaders},
                                with_time);
    check_ended(
        v9, 1,
        {"A memory barrier is missing: atomic overtaken at ",
         "lacks memoryBarrierBuffer() between line 34 and line 36", "(with --sim-schedule random:1)"});
    const auto again = typed_again(v9.output);
    CHECK_MESSAGE(again.exit_code == 1, again.output);
    folder.write("skeleton.comp", pbp::exercises::skeleton_of(pbp::exercises::find(
                                      pbp::exercises::all(source_dir / "shaders"), "03.1")));
    const auto judged = judge(folder.path() / "skeleton.comp");
    CHECK(judged.exit_code == 1);
    const auto repeated = typed_again(judged.output);
    CHECK_MESSAGE(repeated.exit_code == 1, repeated.output);
}

TEST_SUITE_END();

TEST_SUITE("gpu") {
    TEST_CASE("what does not build has no smallest case: no size makes it build") {
        if (skip_without_gpu()) return;
        Folder folder;
        folder.write("skeleton.comp", "#version 450 core\nvoid main() { uint i = 0u }\n");
        const auto judged = judge(folder.path() / "skeleton.comp");
        CHECK(judged.exit_code == 3);
        CHECK_MESSAGE(!contains(judged.output, "Smallest case"), judged.output);
    }
}

}  // namespace sim_compare_test
