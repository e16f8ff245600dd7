// SPDX-License-Identifier: MIT
// Which options go together: mode_pairs.tsv has the expected result of every pair, written before the checks
// were.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "common/lesson/lesson.hpp"
#include "common/options/option_rules.hpp"
#include "common/program/command_line.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace mode_pairs_test {

using namespace pbp;
using namespace pbp::test;

namespace {

/// A lesson with all options; the one with a window is like lesson 08.
Lesson lesson_with(bool window) {
    Lesson lesson{};
    lesson.id = "05_bitonic_sort";
    lesson.n = 32;
    lesson.types = {ValueType::uint32, ValueType::int32};
    lesson.versions = {{.name = "v1_shared", .idea = ""},
                       {.name = "v2_pick", .idea = ""},
                       {.name = "v3_global", .idea = ""}};
    lesson.options = {{"--edge", "CELLS", "", "auto"}};
    lesson.reads_input = !window;
    lesson.knobs = [](const std::string& version) -> Knobs {
        if (version == "v3_global") return {LocalSizes::any, {4, 8}};
        return {LocalSizes::any, {}, "an invocation takes a pair"};
    };
    if (window) {
        lesson.knobs = [](const std::string&) -> Knobs { return {LocalSizes::any, {}, "it owns one"}; };
        lesson.window = [](Device&, const Options&) {};
    }
    return lesson;
}

/// Words as a person types them, on files that are there; what parse_command_line() makes of them.
struct Typed {
    Folder folder;
    std::string sentence;  ///< on stderr

    Typed() {
        fs::create_directories(folder.path() / "shaders/common");
        folder.write("v3_global.comp", "void main() { LOG(1u); }\n");
        folder.write("data.txt", "1 2 3\n");
        fs::copy_file(fs::path(PBP_SOURCE_DIR) / "shaders/05_bitonic_sort/exercises/e1_direction.md",
                      folder.path() / "card.md");
        ::setenv("PBP_ROOT", folder.path().c_str(), 1);
    }
    ~Typed() { ::unsetenv("PBP_ROOT"); }

    /// 0 where the words go together.
    int code(const std::string& words) {
        std::vector<std::string> line{"lesson"};
        std::istringstream all(words);
        for (std::string word; all >> word;) {
            const auto& option = line.back();
            if (word == "CARD") word = folder.path() / "card.md";
            if (word == "DIR") word = folder.path();
            if (word == "F")
                word = folder.path() / (option == "--export"  ? "table.csv"
                                        : option == "--input" ? "data.txt"
                                                              : "v3_global.comp");
            line.push_back(word);
        }
        std::vector<const char*> argv;
        for (const auto& word : line) argv.push_back(word.c_str());
        const auto lesson = lesson_with(words.find("--window") != words.npos);
        CommandLine read;
        std::ostringstream heard;
        auto* const before = std::cerr.rdbuf(heard.rdbuf());
        const auto ended = parse_command_line(static_cast<int>(argv.size()), argv.data(), lesson, read);
        std::cerr.rdbuf(before);
        sentence = heard.str();
        return ended.value_or(0);
    }
};

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> all;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '\t');) all.push_back(cell);
    return all;
}

std::string flag_of(const std::string& words) {
    return words.substr(0, words.find(' '));
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Typed,
                      "every pair of options works together, or is refused in a sentence that names both") {
        std::ifstream table(fs::path(PBP_SOURCE_DIR) / "tests/modes/mode_pairs.tsv");
        std::string line;
        std::getline(table, line);
        int pairs = 0;
        for (; std::getline(table, line); ++pairs) {
            const auto row = cells(line);
            REQUIRE(row.size() == 4);
            const auto &first = row[0], &second = row[1];
            CAPTURE(line);
            if (first.find(flag_of(second)) != first.npos)
                continue;  // --judge CARD --shader F, and --shader F
            for (const auto& words : {first + " " + second, second + " " + first}) {
                const int exit_code = code(words);
                CAPTURE(sentence);
                if (row[2] == "both") {
                    CHECK(exit_code == 0);
                    CHECK(sentence.empty());
                    continue;
                }
                CHECK(exit_code == 2);
                CHECK(count(sentence, "\n") == 1);
                const bool per_invocation = words.find("--per-invocation") != words.npos;
                const auto names = [&](const std::string& option) {
                    const auto flag = flag_of(option);
                    return contains(sentence,
                                    flag == "--peers" ? "--peers has no effect without --bench" : flag);
                };
                const bool peers = words.find("--peers") != words.npos,
                           unknown = contains(sentence, "unknown option");
                CHECK((peers || per_invocation || unknown ? names(first) || names(second)
                                                          : names(first) && names(second)));
            }
        }
        CHECK(pairs == 903);
    }

    TEST_CASE_FIXTURE(
        Typed,
        "the table above has every option of a lesson but three, which nothing forbids save the judge") {
        const auto known = read_text(fs::path(PBP_SOURCE_DIR) / "tests/modes/mode_pairs.tsv");
        std::ostringstream heard;
        auto* const before = std::cout.rdbuf(heard.rdbuf());
        CHECK(code("--window --help") == 0);
        std::cout.rdbuf(before);
        const std::set<std::string> others{"--help", "--type", "--shaders", "--edge"};
        std::istringstream help(heard.str());
        int options = 0;
        for (std::string line; std::getline(help, line);) {
            const auto at = line.find("--");
            if (at == line.npos || at > 5 || line.find_first_not_of(" -") < at - 2) continue;
            const auto flag = line.substr(at, line.find_first_of(" ,=", at) - at);
            CAPTURE(flag);
            ++options;
            CHECK((others.contains(flag) || contains(known, "\n" + flag) || contains(known, "\t" + flag)));
        }
        CHECK(options > 30);
        for (const char* words : {"--type uint", "--shaders DIR", "--edge 8"}) {
            CHECK(code(words) == 0);
            CHECK(code(words + std::string(" --sim")) == 0);
            CHECK(code(words + std::string(" --soak 3")) == 0);
        }
        CHECK(code("--edge 8 --judge CARD --shader F") == 2);
        CHECK(code("--judge CARD --shader F --shaders DIR") == 0);
    }

    TEST_CASE_FIXTURE(Typed, "contradictory values are refused, too") {
        CHECK(code("--gpu 0 --context glfw") == 2);
        CHECK(contains(sentence, "--gpu 0 has no effect with --context glfw"));
        CHECK(code("--gpu 0 --context auto") == 0);
        CHECK(code("--window --context glfw") == 0);
        CHECK(code("--sim-schedule reverse:3") == 2);
        CHECK(code("--sim-schedule random:3") == 0);
        CHECK(code("--soak 9223372036854775808") == 2);
        CHECK(contains(sentence,
                       "--soak: takes a whole number from 1 to 1000000000, not '9223372036854775808'."));
    }

    TEST_CASE("an option without a rule is our mistake, and is not ignored") {
        const OptionRules rules{.modes = {{"--tune", 2}}, .scopes = {{"--n", 3}}, .clashes = {}};
        CHECK_NOTHROW(rules.check({"--tune", "--n"}));
        CHECK_THROWS_AS(rules.check({"--new"}), std::logic_error);
    }
}

}  // namespace mode_pairs_test
