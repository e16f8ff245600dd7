// SPDX-License-Identifier: MIT
// Cards, progress and a learner's folder, without a context.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <utility>

#include "common/base/error.hpp"
#include "common/card/gap.hpp"
#include "common/card/technique.hpp"
#include "common/card/who.hpp"
#include "common/lesson/lesson.hpp"
#include "common/modes/judge/judge.hpp"
#include "common/tools/exercises/progress.hpp"
#include "common/tools/exercises/workbook.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace exercises_test {

using namespace pbp::exercises;
using pbp::test::check_ended, pbp::test::run_program;
using pbp::test::contains, pbp::test::error_of, pbp::test::read_text, pbp::test::sentence_of;
using pbp::test::Folder;
namespace fs = std::filesystem;

namespace {

const auto program = std::string(PBP_BINARY_DIR) + "/exercises";
const std::string whole =
    "# Two each\nversion: v4_first_add\ncases:\n  --n 1\n\n  --n 65 --data equal\n## Hint\nLook.\n\n## "
    "Hint\nAdd two.\n## Why it works\nHalf the\nworkgroups.\n";

const auto first = pbp::exercises::find(pbp::exercises::all(fs::path(PBP_SOURCE_DIR) / "shaders"), "01.1");

/// The technique that these lines of a card ask for, on ten elements, and one line of a program that ran.
struct Judged {
    Technique technique;
    std::vector<pbp::sim::ProgramReport> programs{1};
    pbp::sim::ProgramReport& program = programs[0];
    pbp::sim::ReportedLine& line = program.lines.emplace_back();

    explicit Judged(std::initializer_list<const char*> lines) {
        technique.n = 10;
        for (const char* const words : lines) read_line(technique, words);
    }
    std::string misses(Fact::Run run = Fact::Run::in_order) const { return missed(technique, programs, run); }
    std::string learns() { return learn_from_solution(technique, programs); }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a card lists what is judged, how, and what helps") {
        const Folder folder;
        const auto card = read_card(folder.write("e2.md", whole));
        CHECK(card.title == "Two each");
        CHECK(card.version == "v4_first_add");
        CHECK(card.cases == std::vector<std::string>{"--n 1", "--n 65 --data equal"});
        CHECK(card.hints == std::vector<std::string>{"Look.", "Add two."});
        CHECK(card.why == "Half the\nworkgroups.");
    }

    TEST_CASE("a card may state the technique that it asks for") {
        const Folder folder;
        auto text = whole;
        text.insert(text.find("cases:"),
                    "technique: --n 64 --data equal\n  barriers: none\n\n"
                    "  sectors: at most 0.25 per element\n  shared accesses: at least 3\n");
        const auto card = read_card(folder.write("e2.md", text));
        CHECK(card.cases.size() == 2);
        CHECK(card.technique.run == "--n 64 --data equal");
        CHECK(card.technique.n == 64);
        REQUIRE(card.technique.facts.size() == 3);
        pbp::sim::ReportedLine one, other;
        one.sectors = 10, one.shared_accesses = 1;
        other.sectors = 6, other.shared_accesses = 2;
        std::vector<pbp::sim::ProgramReport> programs(2);
        programs[0].lines = {one};
        programs[1].lines = {other};
        CHECK(missed(card.technique, programs, Fact::Run::in_order).empty());
        programs[1].lines[0].sectors = 8;
        CHECK(missed(card.technique, programs, Fact::Run::in_order) ==
              "0.2812 sectors per element, where the judge asks for at most 0.25");
        programs[1].lines[0].shared_accesses = 1;
        programs[1].lines[0].sectors = 0;
        CHECK(missed(card.technique, programs, Fact::Run::in_order) ==
              "2 shared accesses, where the judge asks for at least 3");
        programs[0].lines[0].barriers = 1;
        CHECK(missed(card.technique, programs, Fact::Run::in_order) ==
              "1 barriers, where the judge asks for none");
    }

    TEST_CASE("a technique may be about a run with all its checks, and about the shader's own text") {
        Judged card({"instructions in all checks: at most 2 per element; it waits",
                     "mentions of gravity: at most 2; corrected by hand", "barriers: none"});
        card.line.issued = 21;
        CHECK(card.misses().empty());
        CHECK(card.misses(Fact::Run::in_checks) ==
              "it waits (2.1 instructions in all checks per element, where the judge asks for at most 2)");
        const std::string twice = "const float gravity = 1.0; // gravity\nfloat a = gravity;";
        CHECK(misnamed(card.technique, twice).empty());
        CHECK(misnamed(card.technique, twice + " float b = gravity;") == "corrected by hand");
    }

    TEST_CASE("a technique may be about members of buffers and structs, and about where words came from") {
        Judged card({"stores of count: at most 0.1 per element", "members of Particle: at most 3",
                     "loads of keys in a random order: at most 2 per element",
                     "words of position from the new velocity: at least 1 per element; moved otherwise"});
        auto& counted = card.program.by_name;
        counted = {{"stores of count", 1}, {"loads of keys", 30}, {card.technique.facts[3].count, 10}};
        CHECK(card.misses().empty());
        CHECK(card.misses(Fact::Run::at_random) ==
              "3 loads of keys in a random order per element, where the judge asks for at most 2");
        counted["stores of count"] = 10;
        CHECK(card.misses() == "1 stores of count per element, where the judge asks for at most 0.1");
        counted = {};
        CHECK(card.misses() ==
              "moved otherwise (0 words of position from the new velocity per element, where the judge asks "
              "for at least 1)");
        CHECK(
            misnamed(card.technique, "struct Particle { vec3 a; vec3 b, c; }; Particle p; float x, y, z, w;")
                .empty());
        CHECK(misnamed(card.technique, "struct Particle { vec3 a, b; float hole; vec3 c; };") ==
              "4 members of Particle, where the judge asks for at most 3");
    }

    TEST_CASE("a technique may be about which words are used, and which barriers order something") {
        Judged card(
            {"words of shared memory: at least 33", "barriers that order nothing: at most 0.1 per element"});
        card.line.barriers = 4;
        card.program.shared_words = 33;
        card.program.shared_bytes = 4096;  // what is declared, and not all of it used
        card.program.ordering = 3;
        CHECK(card.misses().empty());
        card.program.ordering = 2;
        CHECK(card.misses() ==
              "0.2 barriers that order nothing per element, where the judge asks for at most 0.1");
        card.program.shared_words = 32;
        CHECK(card.misses() == "32 words of shared memory, where the judge asks for at least 33");
    }

    TEST_CASE("a technique may be about a workgroup, and about who stores what") {
        Judged card({"atomics: at most 1.5 per workgroup",
                     "shared words taken over: none; somebody writes into the slot of another"});
        card.line.atomics = 12;
        card.program.workgroups = 8;
        CHECK(card.misses().empty());
        card.program.deeds.taken_over = 1;
        CHECK(card.misses() ==
              "somebody writes into the slot of another (1 shared words taken over, where the judge asks for "
              "none)");
        card.line.atomics = 16;
        CHECK(card.misses() == "2 atomics per workgroup, where the judge asks for at most 1.5");
    }

    TEST_CASE("a technique may be what our solution does: who reads and writes what, and how often at most") {
        Judged card({"barriers: no more than in the solution; it waits twice",
                     "writers of sums, total: as in the solution; one adds for others | it is added twice",
                     "readers of keys: as in the solution; one loads for others"});
        card.line.barriers = 2;
        CHECK(card.learns() == "readers of keys");
        card.program.who = {{"readers of keys", {{0, 0}, {1, 0}, {2, 1}, {3, 1}}},
                            {"writers of sums", {{0, 0}, {1, 1}, {2, 2}, {3, 3}}},
                            {"writers of total", {{0, 0}}},
                            {"writers of others", {{7, 7}}}};
        CHECK(card.learns().empty());
        CHECK(card.misses().empty());
        card.program.who["writers of others"] = {{7, 8}};
        card.program.who["readers of keys"] = {{0, 0}, {2, 1}};  // what is not needed need not be read
        card.line.barriers = 1;
        CHECK(card.misses().empty());
        const auto now = [&](const std::string& name, std::vector<pbp::sim::Access> accesses) {
            const auto before = std::exchange(card.program.who[name], std::move(accesses));
            auto why = card.misses();
            card.program.who[name] = before;
            return why;
        };
        CHECK(now("readers of keys", {{0, 0}}) ==
              "one loads for others (invocation 0 does not read word 1 of keys, as it does in our solution)");
        CHECK(now("readers of keys", {{0, 0}, {1, 0}, {2, 1}, {3, 2}}) ==
              "one loads for others (invocation 2 reads word 3 of keys, which invocation 1 does in our "
              "solution)");
        CHECK(now("writers of total", {{0, 1}}) ==
              "one adds for others (invocation 1 writes word 0 of total, which invocation 0 does in our "
              "solution)");
        CHECK(now("writers of total", {{0, 0}, {0, 1}}) ==
              "it is added twice (writers of word 0 of total: 2, in our solution 1)");
        CHECK(now("writers of total", {{0, 0}, {5, 0}}) ==
              "it is added twice (writers of word 5 of total: 1, in our solution 0)");
        CHECK(now("writers of total", {{0, 0}, {0, 0}}) ==
              "one adds for others (invocation 0 writes word 0 of total, in more dispatches than in our "
              "solution)");
        CHECK(now("writers of total", {}) == "no invocation writes total (1 do in our solution)");
        CHECK(now("writers of sums", {{0, 0}, {1, 0}, {2, 0}, {3, 0}}) ==
              "few invocations do the work of all (writers of sums: 1, in our solution 4)");
        card.line.barriers = 3;
        CHECK(card.misses() == "it waits twice (3 barriers in this run, 2 in our solution's)");
        read_line(card.technique,
                  "readers of sums: as many words each as in the solution; one reads for others");
        card.program.who["readers of sums"] = {{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 1}};
        card.line.barriers = 1;
        CHECK(card.learns().empty());
        CHECK(now("readers of sums", {{0, 1}, {1, 0}, {2, 1}, {3, 0}, {4, 1}, {5, 0}}).empty());
        CHECK(now("readers of sums", {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 0}}) ==
              "one reads for others (readers of sums: invocation 0 is one of 1 words, in our solution of 3)");
        read_line(card.technique, "writers of shared memory: as in the solution; one fills for others");
        card.program.who["writers of shared memory"] = {{0, 0}, {1, 1}};
        CHECK(card.learns().empty());
        CHECK(now("writers of shared memory", {{0, 0}, {1, 1}, {2, 0}, {3, 1}}) ==
              "it writes word 2 of shared memory, which our solution does not");
        CHECK(
            renamed(card.technique, "buffer B { uint sums[], total, keys[]; };", "sums total keys").empty());
        CHECK(renamed(card.technique, "buffer B { uint sums[], mine, keys[]; };", "sums total keys") ==
              "it renames total, by which the judge finds its words; keep the name");
        CHECK(renamed(card.technique, "included", "included, too").empty());
        const std::string torn = "uint i = gl_Global\\\nInvocationID.x;";
        read_line(card.technique, "without: gl_GlobalInvocationID");
        CHECK(misnamed(card.technique, torn) ==
              "it uses gl_GlobalInvocationID, which this exercise does without");
    }

    TEST_CASE("too many instructions have a cause: few lanes take part in each, or more is done") {
        Judged card({"instructions: at most 2 per element"});
        card.line.issued = 20, card.line.lanes = 600;
        CHECK(card.learns().empty());
        CHECK(card.misses().empty());
        card.line.issued = 100;
        CHECK(
            card.misses() ==
            "few invocations work while the others wait (6.0 lanes take part in an instruction, 30.0 in our "
            "solution)");
        card.line.lanes = 1500;
        CHECK(
            card.misses() ==
            "more is done than the task needs (5.00 times the instructions of our solution, where the judge "
            "asks for at most 1.00)");
    }

    TEST_CASE("a technique that cannot be counted is refused, with the card's name") {
        const Folder folder;
        for (const char* const technique :
             {"technique:\n", "technique: --data equal\n", "technique: --n 0\n",
              "technique: --n 8\n  elegance: at least 1\n", "technique: --n 8\n  barriers\n",
              "technique: --n 8\n  barriers: 3\n", "technique: --n 8\n  barriers: at most\n",
              "technique: --n 8\n  barriers: at most x\n", "technique: --n 8\n  barriers: at least 3 per\n",
              "technique: --n 8\n  barriers: at least 3 per subgroup\n",
              "technique: --n 8\n  readers of keys: at most 3\n",
              "technique: --n 8\n  readers of keys: as in the solution\n",
              "technique: --n 8\n  barriers: as in the solution\n",
              "technique: --n 8\n  barriers: no more than in the solution\n",
              "technique: --n 8\n  barriers: at least 1e9999\n", "technique: --n 8\n  : none\n"}) {
            CAPTURE(technique);
            auto text = whole;
            text.insert(text.find("cases:"), technique);
            const auto file = folder.write("broken.md", text);
            CHECK(contains(sentence_of(pbp::ExitCode::wrong_usage, [&] { read_card(file); }), "broken.md"));
        }
    }

    TEST_CASE("a case says what the shader runs on, not which shader is judged") {
        pbp::Lesson lesson{};
        lesson.id = "99_cases";
        pbp::Options judging;
        judging.shader = "mine.comp";
        judging.given = {"--shader"};
        const auto one = case_options(lesson, judging, "--n 5");
        CHECK(*one.n == 5);
        CHECK(one.shader == "mine.comp");
        CHECK(one.given.contains("--shader"));
        for (const char* words : {"--n 5 --shader solution.comp", "--shaders elsewhere", "--only=v1"})
            CHECK_THROWS_WITH_AS(case_options(lesson, judging, words),
                                 doctest::Contains("changes what is judged; leave it out"), pbp::Error);
    }

    TEST_CASE("an incomplete card is named, with what it lacks") {
        const Folder folder;
        for (const auto& [part, words] :
             std::vector<std::pair<std::string, std::string>>{{"# Two each", "its title"},
                                                              {"version: v4_first_add", "'version: NAME'"},
                                                              {"cases:", "'cases:'"},
                                                              {"## Hint", "'## Hint'"},
                                                              {"## Why", "'## Why it works'"}}) {
            CAPTURE(part);
            auto text = whole;
            for (auto at = text.find(part); at != std::string::npos; at = text.find(part))
                text.erase(at, part.size());
            const auto file = folder.write("broken.md", text);
            const auto said = sentence_of(pbp::ExitCode::wrong_usage, [&] { read_card(file); });
            CHECK(contains(said, words));
            CHECK(contains(said, "broken.md"));
        }
        CHECK_THROWS_AS(read_card(folder.path() / "none.md"), pbp::Error);
    }

    TEST_CASE("exercises come in the order of lessons and numbers, and are found by any of their names") {
        const Folder folder;
        for (const char* name :
             {"03_sums/exercises/e10_last.md", "03_sums/exercises/e2_two.md", "05_sorts/exercises/e2_two.md"})
            folder.write(name, whole);
        const auto found = all(folder.path());
        REQUIRE(found.size() == 3);
        CHECK(found[0].id() == "03.2");
        CHECK(found[1].id() == "03.10");
        CHECK(found[2].id() == "05.2");
        for (const char* word : {"03.10", "3.10", "e10_last", "03_sums/e10_last"})
            CHECK(find(found, word).name == "e10_last");
        CHECK_THROWS_WITH_AS(find(found, "e2_two"),
                             "2 lessons have an exercise e2_two; give its number, as in 03.2.", pbp::Error);
        CHECK_THROWS_WITH_AS(find(found, "03.7"), "There is no exercise 03.7; ./learn exercises lists them.",
                             pbp::Error);
        CHECK(all(folder.path() / "nowhere").empty());
    }

    TEST_CASE("progress is kept, and a damaged file is put aside, never lost") {
        const Folder folder;
        {
            Progress progress(folder.path());
            CHECK(!progress.of("03.1").solved);
            progress.change("03.1", [](auto& state) { state = {true, false, 2}; });
        }
        CHECK(Progress(folder.path()).of("03.1").hints == 2);
        for (const char* damage : {"{\"03.1\": {\"sol", "", "[1, 2]", "{\"03.1\": 7}"}) {
            CAPTURE(damage);
            const auto before =
                std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
            folder.write("progress.json", damage);
            Progress progress(folder.path());
            CHECK(!progress.of("03.1").solved);
            CHECK(contains(progress.notice(), "damaged"));
            CHECK(!fs::exists(folder.path() / "progress.json"));
            CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) >= before);
            progress.change("03.1", [](auto& state) { state.solved = true; });
        }
    }

    TEST_CASE("what two windows record of an exercise is all kept") {
        const Folder folder;
        Progress one(folder.path()), other(folder.path());
        other.change("03.1", [](auto& state) { state.hints = 2; });
        other.change("03.2", [](auto& state) { state.solved = true; });
        one.change("03.1", [](auto& state) { state.solved = true; });
        const Progress both(folder.path());
        CHECK(both.of("03.1").solved);
        CHECK(both.of("03.1").hints == 2);
        CHECK(both.of("03.2").solved);
    }

    TEST_CASE("what two windows do at once is all kept") {
        for (int round = 0; round < 5; ++round) {
            const Folder folder;
            const auto file = folder.write("01_workgroup_ids/e1_own_element.comp", "mine");
            const auto call = [&](const std::string& words) {
                return program + " --folder " + folder.path().string() + " " + words + " >/dev/null & ";
            };
            std::string line;
            for (const char* id : {"01.1", "01.1", "01.2", "02.1", "02.2", "03.1"})
                line += call(std::string("hint ") + id);
            line += call("solution 01.1 --give-up") + call("reset 01.1") + call("reset 01.1") + "wait";
            CHECK(run_program({"sh", "-c", line}).output.empty());
            const Progress progress(folder.path());
            CHECK(progress.of("01.1").hints == 2);
            CHECK(progress.of("01.1").gave_up);
            for (const char* id : {"01.2", "02.1", "02.2", "03.1"}) CHECK(progress.of(id).hints == 1);
            CHECK(read_text(folder.path() / "01_workgroup_ids/e1_own_element.1.comp") == "mine");
            CHECK(!fs::exists(folder.path() / "01_workgroup_ids/e1_own_element.2.comp"));
            CHECK(read_text(file) == pbp::exercises::skeleton_of(first));
        }
    }

    TEST_CASE("a link stays a link, whether or not something is where it leads") {
        const Folder folder, elsewhere;
        const auto linked = [&](const std::string& name, const std::string& target) {
            fs::create_directories((folder.path() / name).parent_path());
            fs::create_symlink(elsewhere.path() / target, folder.path() / name);
            return folder.path() / name;
        };
        const auto progress_file = linked("progress.json", "progress.json");
        Progress(folder.path()).change("01.1", [](auto& state) { state.solved = true; });
        CHECK(fs::is_symlink(progress_file));
        CHECK(Progress(elsewhere.path()).of("01.1").solved);

        const auto file = linked("01_workgroup_ids/e1_own_element.comp", "e1.comp");
        Workbook book(fs::path(PBP_SOURCE_DIR) / "shaders", folder.path());
        const auto& exercise = book.find("01.1");
        for (const char* before : {"", "mine"}) {
            CAPTURE(before);
            if (*before != 0) elsewhere.write("e1.comp", before);
            book.reset(exercise);
            CHECK(fs::is_symlink(file));
            CHECK(read_text(elsewhere.path() / "e1.comp") == pbp::exercises::skeleton_of(first));
        }
        CHECK(read_text(folder.path() / "01_workgroup_ids/e1_own_element.1.comp") == "mine");
        fs::remove(elsewhere.path() / "e1.comp");
        book.start(exercise);
        CHECK(read_text(elsewhere.path() / "e1.comp") == pbp::exercises::skeleton_of(first));
    }

    TEST_CASE("a link that leads nowhere: one to itself is put aside, one into no folder is named") {
        const Folder folder;
        const auto file = folder.path() / "01_workgroup_ids/e1_own_element.comp";
        fs::create_directories(file.parent_path());
        fs::create_symlink(file, file);
        Workbook book(fs::path(PBP_SOURCE_DIR) / "shaders", folder.path());
        const auto& exercise = book.find("01.1");
        book.reset(exercise);
        CHECK(fs::is_regular_file(fs::symlink_status(file)));
        CHECK(fs::is_symlink(file.parent_path() / "e1_own_element.1.comp"));
        fs::remove(file);
        fs::create_symlink(folder.path() / "gone/e1.comp", file);
        CHECK(error_of([&] { book.reset(exercise); }).second ==
              file.string() + " cannot be written: it is a link into a folder that is not there.");
        CHECK(fs::is_symlink(file));
    }

    TEST_CASE("what is no file is named as the exercise, and not waited for") {
        const Folder folder;
        const auto file = folder.path() / "01_workgroup_ids/e1_own_element.comp";
        fs::create_directories(file.parent_path());
        REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
        for (const char* verb : {"check", "next"}) {  // reset puts it aside
            CAPTURE(verb);
            check_ended(run_program({"timeout", "10", program, verb, "01.1", "--folder", folder.path(),
                                     "--out", folder.path() / "out"}),
                        2, {file.string() + ": it is a pipe"});
        }
    }

    TEST_CASE("any number of hints in the file leads to a hint") {
        for (const char* hints : {"-5", "1e300", "2147483647", "-1e300", "2.7"}) {
            CAPTURE(hints);
            const Folder folder;
            folder.write("progress.json", std::string("{\"01.1\": {\"hints\": ") + hints + "}}");
            check_ended(run_program({program, "hint", "01.1", "--folder", folder.path()}), 0, {"Hint 1 of "});
        }
    }

    TEST_CASE("a hint without an id is for the file that was written last and is not solved") {
        const Folder folder;
        const auto hinted = [&] {
            const Workbook book(fs::path(PBP_SOURCE_DIR) / "shaders", folder.path());
            return book.in_hand()->id();
        };
        CHECK(hinted() == "01.1");
        const auto first = folder.write("01_workgroup_ids/e2_row_end.comp", "mine");
        const auto second = folder.write("03_reduction/e1_missing_line.comp", "mine");
        fs::last_write_time(first, fs::last_write_time(second) - std::chrono::seconds(1));
        CHECK(hinted() == "03.1");
        Progress(folder.path()).change("03.1", [](auto& state) { state.solved = true; });
        CHECK(hinted() == "01.2");
    }

    TEST_CASE("a lesson's number in an exercise's place leads to its exercises") {
        check_ended(run_program({program, "hint", "3"}), 2,
                    {"is a lesson: name one of its exercises, 03.1, 03.2,"});
    }

    TEST_CASE("progress that cannot be written leaves the old file") {
        const Folder folder;
        const auto file = folder.write("place", "a file, no folder");
        Progress progress(file);
        CHECK_THROWS_AS(progress.change("03.1", [](auto& state) { state.solved = true; }), pbp::Error);
        CHECK(fs::is_regular_file(file));
    }
}

}  // namespace exercises_test
