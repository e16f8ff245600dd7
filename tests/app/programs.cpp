// SPDX-License-Identifier: MIT
// The programs beside the lessons, as someone in a hurry types their words.
#include <doctest/doctest.h>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;

TEST_SUITE("cpu") {
    TEST_CASE(
        "the programs beside the lessons: a wrong word is one sentence behind the program's name, and exit "
        "code 2") {
        struct Case {
            std::vector<std::string> words;
            std::string sentence;
        };
        for (const auto& [words, sentence] :
             std::vector<Case>{{{"doctor", "--gpu", "first"},
                                "--gpu: takes a number from the list of ./learn doctor, not 'first'."},
                               {{"doctor", "--context", "wgl"},
                                "--context: knows no 'wgl'; choose one of auto, egl, glfw."},
                               {{"doctor", "--jsn"},
                                "The following argument was not expected: --jsn (--help lists the options)"},
                               {{"bench", "--gpu", "-1"},
                                "--gpu: takes a number from the list of ./learn doctor, not '-1'."},
                               {{"bench", "--time-limit", "0"},
                                "--time-limit: takes a number of seconds above 0 and up to 86400, not '0'."},
                               {{"bench", "--n", "x"}, "--n: 'x' is no size"},
                               {{"experiments", "--context", "wgl"}, "--context: knows no 'wgl'"},
                               {{"experiments", "--only", "none"},
                                "--only: there is no experiment 'none'; --help lists them."},
                               {{"exercises", "lst"}, "(--help lists the commands)"},
                               {{"mutants", "--sample", "many"}, "(--help lists the options)"}}) {
            auto typed = words;
            typed.front() = std::string(PBP_BINARY_DIR) + "/" + words.front();
            const auto outcome = run_program(typed);
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 2);
            CHECK(outcome.output.starts_with(words.front() + ": "));
            CHECK(contains(outcome.output, sentence));
            CHECK(count(outcome.output, "\n") == 1);
        }
    }
}
