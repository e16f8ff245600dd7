// SPDX-License-Identifier: MIT
// Cards, progress and a learner's folder, without a context.
#include <doctest/doctest.h>

#include "common/base/error.hpp"
#include "common/card/card.hpp"
#include "common/card/technique.hpp"
#include "common/lesson/lesson.hpp"
#include "common/modes/judge/judge.hpp"
#include "common/tools/exercises/progress.hpp"
#include "tests/support/folder.hpp"

namespace exercises_test {

using namespace pbp::exercises;
using pbp::test::Folder;
namespace fs = std::filesystem;

namespace {

const std::string whole =
    "# Two each\nversion: v4_first_add\ncases:\n  --n 1\n\n  --n 65 --data equal\n## Hint\nLook.\n\n## "
    "Hint\nAdd two.\n## Why it works\nHalf the\nworkgroups.\n";

fs::path written(const Folder& folder, const std::string& name, const std::string& text) {
    fs::create_directories((folder.path() / name).parent_path());
    folder.write(name, text);
    return folder.path() / name;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a card lists what is judged, how, and what helps") {
        const Folder folder;
        const auto card = read_card(written(folder, "e2.md", whole));
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
        const auto card = read_card(written(folder, "e2.md", text));
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
        CHECK(missed(card.technique, programs, false).empty());
        programs[1].lines[0].sectors = 8;
        CHECK(missed(card.technique, programs, false) ==
              "0.2812 sectors per element, where the task asks for at most 0.25");
        programs[1].lines[0].shared_accesses = 1;
        programs[1].lines[0].sectors = 0;
        CHECK(missed(card.technique, programs, false) ==
              "2 shared accesses, where the task asks for at least 3");
        programs[0].lines[0].barriers = 1;
        CHECK(missed(card.technique, programs, false) == "1 barriers, where the task asks for none");
    }

    TEST_CASE("a technique may be about a run with all its checks, and about the shader's own text") {
        Technique technique;
        technique.n = 10;
        for (const char* line : {"instructions in all checks: at most 2 per element; it waits",
                                 "mentions of gravity: at most 2; corrected by hand", "barriers: none"})
            read_line(technique, line);
        pbp::sim::ReportedLine line;
        line.issued = 21;
        std::vector<pbp::sim::ProgramReport> programs(1);
        programs[0].lines = {line};
        CHECK(missed(technique, programs, false).empty());
        CHECK(missed(technique, programs, true) ==
              "it waits (2.1 instructions in all checks per element, where the task asks for at most 2)");
        const std::string twice = "const float gravity = 1.0; // gravity\nfloat a = gravity;";
        CHECK(misnamed(technique, twice).empty());
        CHECK(misnamed(technique, twice + " float b = gravity;") ==
              "corrected by hand (3 mentions of gravity, where the task asks for at most 2)");
    }

    TEST_CASE("a technique that cannot be counted is refused, with the card's name") {
        const Folder folder;
        for (const char* const technique :
             {"technique:\n", "technique: --data equal\n", "technique: --n 0\n",
              "technique: --n 8\n  elegance: at least 1\n", "technique: --n 8\n  barriers\n",
              "technique: --n 8\n  barriers: 3\n", "technique: --n 8\n  barriers: at most\n",
              "technique: --n 8\n  barriers: at most x\n", "technique: --n 8\n  barriers: at least 3 per\n",
              "technique: --n 8\n  barriers: at least 3 per workgroup\n",
              "technique: --n 8\n  barriers: at least 1e9999\n", "technique: --n 8\n  : none\n"}) {
            CAPTURE(technique);
            auto text = whole;
            text.insert(text.find("cases:"), technique);
            const auto file = written(folder, "broken.md", text);
            try {
                read_card(file);
                CHECK(false);
            } catch (const pbp::Error& problem) {
                CHECK(problem.code() == pbp::ExitCode::wrong_usage);
                CHECK(std::string(problem.what()).find("broken.md") != std::string::npos);
            }
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
            const auto file = written(folder, "broken.md", text);
            try {
                read_card(file);
                CHECK(false);
            } catch (const pbp::Error& problem) {
                CHECK(problem.code() == pbp::ExitCode::wrong_usage);
                CHECK(std::string(problem.what()).find(words) != std::string::npos);
                CHECK(std::string(problem.what()).find("broken.md") != std::string::npos);
            }
        }
        CHECK_THROWS_AS(read_card(folder.path() / "none.md"), pbp::Error);
    }

    TEST_CASE("exercises come in the order of lessons and numbers, and are found by any of their names") {
        const Folder folder;
        for (const char* name :
             {"03_sums/exercises/e10_last.md", "03_sums/exercises/e2_two.md", "05_sorts/exercises/e2_two.md"})
            written(folder, name, whole);
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
            written(folder, "progress.json", damage);
            Progress progress(folder.path());
            CHECK(!progress.of("03.1").solved);
            CHECK(progress.notice().find("damaged") != std::string::npos);
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

    TEST_CASE("progress that cannot be written leaves the old file") {
        const Folder folder;
        const auto file = written(folder, "place", "a file, no folder");
        Progress progress(file);
        CHECK_THROWS_AS(progress.change("03.1", [](auto& state) { state.solved = true; }), pbp::Error);
        CHECK(fs::is_regular_file(file));
    }
}

}  // namespace exercises_test
