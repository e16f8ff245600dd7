// SPDX-License-Identifier: MIT
// ./learn next as a newcomer sees it: save, read, fix.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "common/card/gap.hpp"
#include "tests/support/program.hpp"
#include "tests/support/watcher.hpp"

namespace exercises_watch_test {

using namespace pbp::test;

namespace {

pbp::exercises::Exercise exercise_of(const std::string& id) {
    return pbp::exercises::find(pbp::exercises::all(fs::path(PBP_SOURCE_DIR) / "shaders"), id);
}

struct Newcomer {
    Folder folder;
    fs::path file = folder.path() / "01_workgroup_ids/e1_own_element.comp";
    Watcher watcher{{std::string(PBP_BINARY_DIR) + "/exercises", "next", "01.1", "--folder",
                     folder.path().string(), "--out", (folder.path() / "out").string()}};
    void save(const std::string& text) const { std::ofstream(file, std::ios::binary) << text; }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a pipe in an exercise's place is not read, which would never end: reset puts it aside") {
        const Folder folder;
        const auto file = folder.path() / "01_workgroup_ids/e1_own_element.comp";
        fs::create_directory(file.parent_path());
        REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
        const auto typed = [&](const char* command) {
            return run_program({"timeout", "20", std::string(PBP_BINARY_DIR) + "/exercises", command, "01.1",
                                "--folder", folder.path().string(), "--out", folder.path().string()});
        };
        for (const char* command : {"check", "next"}) {
            check_ended(typed(command), 2, {"it is a pipe, which can be read only once"});
        }
        CHECK(typed("reset").exit_code == 0);
        CHECK(fs::is_regular_file(file));
        CHECK(fs::is_fifo(file.parent_path() / "e1_own_element.1.comp"));
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("each save is judged, whatever happened to the file before, until it is right") {
        if (skip_without_gpu()) return;
        Newcomer newcomer;
        auto& watcher = newcomer.watcher;
        const auto exercise = exercise_of("01.1");
        const auto skeleton = skeleton_of(exercise), solution = solution_of(exercise);
        auto said = watcher.round();
        CAPTURE(said);
        CHECK(contains(said, "its first lines state the task"));
        CHECK(!contains(said, "WRONG"));  // nobody has begun

        fs::remove(newcomer.file);
        CHECK(contains(watcher.until("skeleton back"), "was deleted"));
        newcomer.save("");
        CHECK(contains(watcher.until("skeleton back"), "is empty now"));
        newcomer.save("nonsense");
        CHECK(contains(watcher.round(), "a shader starts with a line #version"));
        auto begun = skeleton;
        newcomer.save(begun.insert(begun.find("void main() {") + 13, "\n    const uint not_yet = 0u;"));
        said = watcher.round();
        CHECK(contains(said, "WRONG"));
        CHECK(contains(said, "v1_linear.got.png"));
        CHECK(fs::exists(newcomer.folder.path() / "out/01_workgroup_ids/v1_linear.got.png"));
        newcomer.save(begun + "// again\n");
        said = watcher.round();
        CHECK(contains(said, "WRONG"));
        CHECK(!contains(said, "judged instead of"));  // that was reported before

        check_ended(run_program({std::string(PBP_BINARY_DIR) + "/exercises", "next", "01.1", "--folder",
                                 newcomer.folder.path().string(), "--out", newcomer.folder.path().string()}),
                    2, {"is already watching"});

        newcomer.save(solution);
        said = watcher.until("opens the first one");
        CHECK(contains(said, "Solved: 01.1."));
        CHECK(watcher.interrupt(0) == 0);  // it ended by itself
        CHECK(contains(read_text(newcomer.folder.path() / "progress.json"), "\"solved\": true"));
    }

    TEST_CASE("Ctrl-C stops it with a message, and the file stays") {
        if (skip_without_gpu()) return;
        Newcomer newcomer;
        newcomer.watcher.round();
        CHECK(newcomer.watcher.interrupt() == 130);
        CHECK(fs::exists(newcomer.file));
    }

    TEST_CASE("another signal is not called Ctrl-C: its own number is in the exit code") {
        if (skip_without_gpu()) return;
        Newcomer newcomer;
        newcomer.watcher.round();
        CHECK(newcomer.watcher.interrupt(SIGTERM) == 128 + SIGTERM);
    }

    TEST_CASE("a kernel that gave up is not right, even if another version takes over") {
        if (skip_without_gpu()) return;
        const Folder folder;
        folder.write("mine.comp", replaced(solution_of(exercise_of("06.6")), "if (stuck > 0u) atomicExchange",
                                           "atomicExchange"));
        check_ended(
            run_program({lesson_program("06_subgroup_scan"), "judge",
                         std::string(PBP_SOURCE_DIR) + "/shaders/06_subgroup_scan/exercises/e6_look_back.md",
                         "--shader", (folder.path() / "mine.comp").string(), "--out",
                         folder.path().string()}),
            1, {"it gave up"});
    }
}

}  // namespace exercises_watch_test
