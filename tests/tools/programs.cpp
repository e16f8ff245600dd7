// SPDX-License-Identifier: MIT
// The programs besides the lessons, as someone in a hurry types their arguments.
#include <doctest/doctest.h>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace programs_test {

using namespace pbp::test;

TEST_SUITE("cpu") {
    TEST_CASE(
        "the programs beside the lessons: a wrong word is one sentence after the program's name, and exit "
        "code 2") {
        struct Case {
            std::vector<std::string> words;
            std::string sentence;
        };
        const Folder empty;
        for (const auto& [words, sentence] : std::vector<Case>{
                 {{"doctor", "--gpu", "first"},
                  "--gpu: takes a device number listed by ./learn doctor, not 'first'."},
                 {{"doctor", "--context", "wgl"},
                  "--context: unknown value 'wgl'; choose one of auto, egl, glfw."},
                 {{"doctor", "--jsn"},
                  "unknown option '--jsn'; did you mean '--json'? (--help lists the options)"},
                 {{"bench", "--gpu", "-1"},
                  "--gpu: takes a device number listed by ./learn doctor, not '-1'."},
                 {{"bench", "--time-limit", "0"},
                  "--time-limit: takes a number of seconds above 0 and up to 86400, not '0'."},
                 {{"bench", "--n", "x"}, "--n: 'x' is not a size"},
                 {{"experiments", "--context", "wgl"}, "--context: unknown value 'wgl'"},
                 {{"experiments", "--only", "none"},
                  "--only: there is no experiment 'none'; --help lists them."},
                 {{"exercises", "lst"}, "(--help lists the commands)"},
                 {{"doctor", "--context", ""}, "--context: needs a value, but this one is empty"},
                 {{"doctor", "--gpu", "0", "--context", "glfw"}, "--gpu 0 has no effect with --context glfw"},
                 {{"bench", "--n", ""}, "--n: needs a value, but this one is empty"},
                 {{"bench", "--n"}, "--n: needs a value, and none follows"},
                 {{"bench", "--shader", ""}, "--shader: needs a value, but this one is empty"},
                 {{"bench", "--only", "v1,"}, "--only: 'v1,' has a stray comma"},
                 {{"bench", "--seed", "1", "--seed", "1"}, "--seed is given twice; give it once."},
                 {{"bench", ""}, "LESSONS: needs a value, but this one is empty"},
                 {{"experiments", "--only", ""}, "--only: needs a value, but this one is empty"},
                 {{"exercises", "check", ""}, "ID: needs a value, but this one is empty"},
                 {{"exercises", "list", "--folder", ""}, "--folder: needs a value"},
                 {{"mutants", "--only", ""}, "--only: needs a value, but this one is empty"},
                 {{"mutants", "--kind", "foo"},
                  "--kind: unknown value 'foo'; choose one of atomic, barrier, bounds, comparison, "
                  "extreme, identity, index, trips."},
                 {{"mutants", "--sample", "0"},
                  "--sample: takes a whole number from 1 to 4294967295, not '0'."},
                 {{"mutants", "--sample", "-1"}, "not '-1'."},
                 {{"mutants", "--sample", "many"}, "not 'many'."},
                 {{"mutants", "--jobs", "0"}, "--jobs: takes a whole number from 1"},
                 {{"mutants", "--schedules", "0"}, "--schedules: takes a whole number from 1"},
                 {{"mutants", "--originals", "--sample", "2"}, "--sample has no effect with --originals"},
                 // nothing to judge is no success
                 {{"mutants", "--only", "common/hash", "--kind", "barrier"},
                  "there is no such fault in common/hash"},
                 {{"exercises", "check", "--all", "--folder", empty.path().string()},
                  "There is no exercise to judge in "},
                 {{"exercises", "check", "--all", "--json", "--folder", empty.path().string()},
                  "There is no exercise to judge in "},
                 {{"exercises", "check", "--all", "nonsense"},
                  "--all judges every file; leave out nonsense"}}) {
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

}  // namespace programs_test
