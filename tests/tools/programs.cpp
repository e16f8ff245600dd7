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

    TEST_CASE("failing to print is exit 4 in every program; a reader that leaves is not a fault") {
        const Folder out;
        const std::string build = PBP_BINARY_DIR, rest = " --out " + quoted(out.path());
        const auto sim = " --sim --only v1 --no-pictures" + rest;
        const auto kernel = quoted(
            out.write("one.comp",
                      "#version 450 core\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer "
                      "B { uint b[]; };\nvoid main() { b[0] = 1; }\n"));
        std::vector<std::string> lines{
            build + "/lessons/05_bitonic_sort" + sim,
            build + "/lessons/05_bitonic_sort --json" + sim,
            build + "/lessons/05_bitonic_sort --help",
            build + "/run --sim --no-pictures " + kernel + rest,
            build + "/run --sim --no-pictures --json " + kernel + rest,
            build + "/exercises list --folder " + quoted(out.path()),
            build + "/exercises list --json --folder " + quoted(out.path()),
            build + "/mutants --only 01 --kind barrier --sample 1",
            build + "/mutants --only 01 --kind barrier --sample 1 --json",
            build + "/bench --help",
            build + "/experiments --help",
            build + "/doctor --help",
        };
        const auto shell = [](const std::string& line) { return run_program({"bash", "-c", line}); };
        for (const auto& line : lines) {
            CAPTURE(line);
            for (const auto& [where, reason] : {std::pair{" >/dev/full", ""}, {" >&-", "(it is closed)"}}) {
                const auto outcome = shell(line + where);
                CAPTURE(outcome.output);
                CHECK(outcome.exit_code == 4);
                CHECK(contains(outcome.output, ": cannot write to standard output ("));
                CHECK(contains(outcome.output, reason));
                CHECK(count(outcome.output, "\n") == 1);
            }
        }
        for (const char* ignoring : {"", "trap '' PIPE; "}) {
            const Folder folder;  // `left` reports that the reader has gone, before a word is written
            const auto outcome = shell("set -o pipefail; cd " + quoted(folder.path()) + "; " + ignoring +
                                       "(until [ -e left ]; do sleep 0.01; done; exec " + build +
                                       "/exercises list) | (exec 0<&-; : >left)");
            CAPTURE(outcome.output);
            CHECK(outcome.output.empty());
            CHECK(outcome.exit_code == 128 + SIGPIPE);
        }
    }

    TEST_CASE("a closed standard output does not become a file that is opened later") {
        const Folder out;
        const auto outcome = run_program(
            {"bash", "-c",
             std::string(PBP_BINARY_DIR) +
                 "/lessons/05_bitonic_sort --sim --only v1 --no-pictures --export " +
                 quoted(out.path() / "table.csv") + " --out " + quoted(out.path()) + " >&- 2>&- <&-"});
        CHECK(outcome.exit_code == 4);
        CHECK(read_text(out.path() / "table.csv").starts_with("version,"));
        CHECK_FALSE(contains(read_text(out.path() / "table.csv"), "right"));
    }
}

}  // namespace programs_test
