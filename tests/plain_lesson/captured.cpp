// SPDX-License-Identifier: MIT
// Programs that learners wrote are run and judged: what they leave, hold, print and ignore.
#include "common/process/captured.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace captured_test {

using namespace pbp;
using namespace pbp::test;

namespace {

Captured shell(const std::string& line, const CaptureLimits& limits = {.seconds = 5},
               const std::vector<std::string>& settings = {}) {
    return captured({"sh", "-c", line}, settings, limits);
}

/// Waits until `holds` is true, for five seconds at most.
template <typename Holds>
bool soon(Holds holds) {
    for (int looks = 0; looks < 500 && !holds(); ++looks)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return holds();
}

bool is_gone(pid_t pid) {
    return ::kill(pid, 0) != 0;
}

/// The process whose number is in a file.
pid_t process_in(const fs::path& file) {
    REQUIRE(soon([&] { return contains(read_text(file), "\n"); }));
    return std::stoi(read_text(file));
}

/// Judges a program as ./learn check does.
std::vector<std::string> judge_of(const fs::path& program) {
    return {lesson_program("00_plain_opengl"), "judge",
            std::string(PBP_SOURCE_DIR) + "/lessons/00_plain_opengl/exercises/e1_next_use.md", "--shader",
            program};
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a program's output, end and environment are its own") {
        const auto one = shell("echo out; echo err >&2; read line || echo \"$FIRST,${HOME-none}\"; exit 3",
                               {}, {"FIRST=1 'x'", "HOME"});
        CHECK(one.output == "out\nerr\n1 'x',none\n");
        CHECK(one.code() == 3);
        CHECK(shell("kill -TERM $$").code() == 143);
        CHECK(captured({"/nowhere/program"}).code() == 127);
    }

    TEST_CASE("a program that does not end is ended at the limit, and what it started as well") {
        const Folder folder;
        const auto file = folder.path() / "pid";
        const auto result = shell(
            "sh -c 'echo $$ >\"$1\"; exec sleep 100' sh " + quoted(file) + " & sleep 100", {.seconds = 2});
        CHECK(result.out_of_time);
        CHECK(soon([&] { return is_gone(process_in(file)); }));
    }

    TEST_CASE("output without end is cut off, and the program ended") {
        const auto result = shell("yes", {.seconds = 5, .bytes = 1 << 20});
        CHECK(result.too_much);
        CHECK(!result.out_of_time);
        CHECK(result.output.size() == 1 << 20);
    }

    TEST_CASE("a program of its own that holds the output is not waited for") {
        const auto began = std::chrono::steady_clock::now();
        const auto result = shell("setsid sleep 3 & echo done");
        CHECK(result.output == "done\n");
        CHECK(result.code() == 0);
        CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(2));
    }

    TEST_CASE("a program ends with the one that runs it, by whatever signal") {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
            CAPTURE(signal);
            const Folder folder;
            const auto file = folder.path() / "pid";
            const pid_t runner = ::fork();
            if (runner == 0) {
                catch_signals();
                try {
                    shell("trap '' INT TERM HUP; echo $$ >" + quoted(file) + "; while :; do sleep 0.05; done",
                          {.seconds = 20});
                } catch (const Interrupted&) {
                    ::_exit(128 + interruption());
                }
                ::_exit(0);
            }
            const pid_t endless = process_in(file);
            ::kill(runner, signal);
            int status = 0;
            ::waitpid(runner, &status, 0);
            CHECK((signal == SIGKILL ? WIFSIGNALED(status) : WEXITSTATUS(status) == 128 + signal));
            CHECK(soon([&] { return is_gone(endless); }));
        }
    }

    TEST_CASE("a judge makes a folder that nobody had, or says where it cannot") {
        const Folder folder;
        const auto missing = folder.path() / "missing";
        const auto program = folder.write("broken.cpp", "this does not build\n");
        auto line = judge_of(program);
        check_ended(run_program(line, "TMPDIR=" + quoted(missing)), 4,
                    {missing.string() + " (No such file or directory): set TMPDIR"});

        // The number of a process is known in advance: $$ stays with exec.
        const auto temporary = folder.path() / "temporary";
        fs::create_directories(temporary);
        std::string words;
        for (const auto& word : line) words += " " + quoted(word);
        const auto outcome = run_program({"sh", "-c",
                                          "mkdir \"$TMPDIR/pass_by_pass_$$\" && touch "
                                          "\"$TMPDIR/pass_by_pass_$$/theirs\" && exec" +
                                              words},
                                         "TMPDIR=" + quoted(temporary));
        CHECK(outcome.exit_code == 3);
        int kept = 0, others = 0;
        for (const auto& entry : fs::directory_iterator(temporary))
            (fs::exists(entry.path() / "theirs") ? kept : others) += 1;
        CHECK(kept == 1);
        CHECK(others == 0);
    }
}

}  // namespace captured_test
