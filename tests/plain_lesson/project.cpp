// SPDX-License-Identifier: MIT
// ./learn new project: what it makes builds without this project, runs, and builds a shader again that is
// saved.
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace project_test {

using namespace pbp::test;

namespace {

/// Runs a line of a shell in a folder.
Outcome in(const fs::path& folder, const std::string& line) {
    return run_program({"sh", "-c", "cd " + quoted(folder) + " && " + line});
}

const std::string learn = quoted(std::string(PBP_SOURCE_DIR) + "/learn") + " --no-build new project ";

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a new project overwrites nothing, and its name is a name") {
        const Folder folder;
        folder.write("there", "");
        CHECK(
            contains(in(folder.path(), learn + "there").output, "there exists already, so nothing was made"));
        for (const char* words : {"", "'a b'", "9lives", "one two", "--help", "'a;b'"}) {
            CAPTURE(words);
            check_ended(in(folder.path(), learn + words), 2, {"name the program and its folder"});
        }
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("a new project builds in an empty folder, and shows what is saved while it runs") {
        if (skip_without_gpu()) return;
        const Folder folder;
        const auto made = in(folder.path(), learn + "some/waves");
        CAPTURE(made.output);
        REQUIRE(made.exit_code == 0);
        const auto project = folder.path() / "some/waves";
        for (const auto& entry : fs::directory_iterator(project)) {
            CAPTURE(entry.path());
            const auto text = read_text(entry.path());
            CHECK(!contains(text, "NAME"));
            CHECK(!contains(text, "// [reload]"));
        }
        const auto built = in(project, "cmake -S . -B build -G Ninja && cmake --build build");
        CAPTURE(built.output);
        REQUIRE(built.exit_code == 0);
        if (in(project, "command -v xvfb-run").exit_code != 0) return;  // nowhere to show a window
        folder.write("some/waves/use.sh",
                     "build/waves & one=$!\n"
                     "await() { for i in $(seq 100); do grep -q \"$1\" log && return; sleep 0.1; done; }\n"
                     "await built; sed -i 's/0.5 + 0.5/0.5 +* 0.5/' picture.comp\n"
                     "await 'picture.comp: 0:'; sed -i 's/+\\*/+/' picture.comp\n"
                     "for i in $(seq 100); do [ \"$(grep -c built log)\" = 2 ] && break; sleep 0.1; done\n"
                     "kill $one\n"
                     "build/waves 2 && echo ended by itself\n");
        const auto shown =
            in(project, "xvfb-run -a -s '-noreset -screen 0 1024x768x24' sh use.sh >log 2>&1; cat log");
        CAPTURE(shown.output);
        CHECK(contains(shown.output, "picture.comp: built\npicture.comp: 0:"));
        CHECK(contains(shown.output, "\npicture.comp: built\n"));
        CHECK(contains(shown.output, "ended by itself"));
        CHECK(!contains(shown.output, "OpenGL: "));
    }
}

}  // namespace project_test
