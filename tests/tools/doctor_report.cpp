// SPDX-License-Identifier: MIT
// doctor --report: what it says of a machine, and what it leaves out.
#include <doctest/doctest.h>

#include "common/base/system.hpp"
#include "common/tools/doctor/report.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE("cpu") {
    TEST_CASE("doctor report: paths become PATH, and other slashes stay") {
        using doctor::without_paths;
        CHECK(without_paths("/dev/dri/renderD128") == "PATH");
        CHECK(without_paths("correct or unset LIBGL_DRIVERS_PATH=/home/ada/mesa and DISPLAY=:1.") ==
              "correct or unset LIBGL_DRIVERS_PATH=PATH and DISPLAY=:1.");
        CHECK(without_paths("unset GALLIUM_DRIVER=C:\\Users\\ada\\x, or 'D:/y'") ==
              "unset GALLIUM_DRIVER=PATH, or 'PATH'");
        CHECK(without_paths("NVIDIA GeForce RTX 4060/PCIe/SSE2") == "NVIDIA GeForce RTX 4060/PCIe/SSE2");
        CHECK(without_paths("") == "");
        CHECK(without_paths("/") == "PATH");
    }

    TEST_CASE("doctor report: a row of the table of docs/hardware.md, and every line") {
        const auto text = doctor::report({{"renderer", "some GPU  (explained)"},
                                          {"OpenGL", "4.6"},
                                          {"subgroups", "32 lanes (explained)"},
                                          {"--gpu 0", "/dev/dri/card0"}},
                                         "", "some system", "2026-11-28");
        CHECK(contains(text, "| some GPU, OpenGL 4.6, some system | 32 lanes | 2026-11-28 | ... | ... |"));
        CHECK(contains(text, "- --gpu 0: PATH\n"));
        CHECK(contains(doctor::report({}, "No OpenGL in /home/ada.", "some system", "2026-11-28"),
                       "- problem: No OpenGL in PATH"));
        CHECK(doctor::today().size() == 10);
        CHECK(!system_name().empty());
    }

    TEST_CASE("doctor report: the program writes it, whatever it finds") {
        const auto outcome = run_program({std::string(PBP_BINARY_DIR) + "/doctor", "--report"});
        CHECK(contains(outcome.output, "| driver | subgroups | date | what was run | result |"));
        CHECK(contains(outcome.output, "- system: "));
        CHECK(!contains(outcome.output, PBP_SOURCE_DIR));
        check_ended(run_program({std::string(PBP_BINARY_DIR) + "/doctor", "--report", "--json"}), 2,
                    {"--report is Markdown and --json is not"});
    }
}
