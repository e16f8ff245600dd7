// SPDX-License-Identifier: MIT
// Lessons in plain OpenGL: what their programs print, and the laws of the calls that they make.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "common/tools/plain_lesson/call_laws.hpp"
#include "common/tools/plain_lesson/program.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace plain_lesson_test {

using namespace pbp::plain;
using namespace pbp::test;

namespace {

const fs::path folder = fs::path(PBP_SOURCE_DIR) / "lessons/00_plain_opengl";

/// Calls as a source says them, one per line, a millisecond each; "!ERROR" at the end of a line is what
/// OpenGL answers.
std::vector<RecordedCall> calls(const std::string& text) {
    std::vector<RecordedCall> found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto open = line.find('('), close = line.find(')');
        if (open == std::string::npos) continue;
        RecordedCall call;
        call.name = line.substr(line.find_first_not_of(' '), open - line.find_first_not_of(' '));
        call.begin_us = 1000.0 * static_cast<double>(found.size());
        call.end_us = call.begin_us + 1000;
        if (line.find('!') != std::string::npos) call.error = line.substr(line.find('!') + 1);
        std::istringstream words(line.substr(open + 1, close - open - 1));
        for (std::string word; std::getline(words, word, ',');)
            call.arguments.push_back(word.substr(word.find_first_not_of(' ')));
        found.push_back(call);
    }
    return found;
}

const std::string bound = "glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 7)\n";
const std::string dispatch = "glDispatchCompute(3, 1, 1)\n";
const std::string storage = "glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT)\n";
const std::string update = "glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT)\n";
const std::string read = "glGetNamedBufferSubData(7, 0, 96, data)\n";

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("plain lessons: a program's last line is its own, what libraries complain about comes before") {
        CHECK(last_line("error: XDG_RUNTIME_DIR is invalid.\nThis program needs OpenGL 4.5.\n\n") ==
              "This program needs OpenGL 4.5.");
        CHECK(last_line("one") == "one");
        CHECK(last_line("").empty());
    }

    TEST_CASE("plain lessons: what a program prints becomes rows, times and sentences") {
        const auto printed = read_printed(
            "device some GPU\npass input: 1 2 3\npass two words: 2 4 6\nexpected: 2 4 7\nanything else\n"
            "time wrong: without waiting: 12.5\nnote a: b\ncaption Each row.\n");
        CHECK(printed.device == "some GPU");
        REQUIRE(printed.passes.size() == 2);
        CHECK(printed.passes[0].expected.empty());
        CHECK(printed.passes[1].name == "two words");
        CHECK(printed.passes[1].values == std::vector<std::uint32_t>{2, 4, 6});
        CHECK(printed.passes[1].expected == std::vector<std::uint32_t>{2, 4, 7});
        REQUIRE(printed.times.size() == 1);
        CHECK(printed.times[0].first == "wrong: without waiting");
        CHECK(printed.times[0].second == 12.5);
        CHECK(printed.notes == std::vector<std::string>{"a: b"});
        CHECK(printed.caption == "Each row.");
    }

    TEST_CASE("plain lessons: v1 has at most 150 lines, and setup.hpp repeats its functions word for word") {
        const auto v1 = read_text(folder / "v1_double.cpp");
        CHECK(std::ranges::count(v1, '\n') <= 150);
        auto setup = read_text(folder / "setup.hpp");
        const auto from = setup.find("// Makes a core context"), to = setup.find("inline void end()");
        REQUIRE(from < to);
        setup = setup.substr(from, to - from);
        for (auto at = setup.find("inline "); at != std::string::npos; at = setup.find("inline "))
            setup.erase(at, 7);
        CHECK(contains(v1, setup));
    }

    TEST_CASE("plain lessons: a barrier between dispatches names the next use") {
        CHECK(broken_laws(calls(bound + dispatch + storage + dispatch)).empty());
        CHECK(broken_laws(calls(bound + dispatch + "glMemoryBarrier(GL_ALL_BARRIER_BITS)\n" + dispatch))
                  .empty());
        const auto none = broken_laws(calls(bound + dispatch + dispatch));
        REQUIRE(none.size() == 1);
        CHECK(contains(none[0], "No glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT)"));
        CHECK(contains(none[0], "buffer 7"));
        CHECK(broken_laws(calls(bound + dispatch + update + dispatch)).size() == 1);
        CHECK(broken_laws(calls(bound + storage + dispatch + dispatch)).size() == 1);  // too early
        const std::string other = "glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 8)\n";
        CHECK(broken_laws(calls(bound + dispatch + other + dispatch)).empty());  // nothing in common
        const std::string reused = "glDeleteBuffers(1, [7])\nglCreateBuffers(1, [7])\n",
                          gone = "glDeleteBuffers(1, [7])\n";
        CHECK(broken_laws(calls(bound + dispatch + reused + bound + dispatch + gone))
                  .empty());                                                             // another buffer
        CHECK(broken_laws(calls(bound + dispatch + reused + dispatch + gone)).empty());  // and unbound
    }

    TEST_CASE("plain lessons: a barrier before a read-back names it") {
        CHECK(broken_laws(calls(bound + dispatch + update + read)).empty());
        CHECK(broken_laws(calls(bound + read + dispatch)).empty());  // nothing was written yet
        for (const auto& bit : {std::string(), storage}) {
            const auto broken = broken_laws(calls(bound + dispatch + bit + read));
            REQUIRE(broken.size() == 1);
            CHECK(contains(broken[0], "No glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT)"));
        }
        CHECK(broken_laws(calls(bound + dispatch + "glMapNamedBufferRange(7, 0, 96, GL_MAP_READ_BIT)\n"))
                  .size() == 1);
        CHECK(broken_laws(calls(bound + dispatch + "glCopyNamedBufferSubData(7, 9, 0, 0, 96)\n")).size() ==
              1);
    }

    TEST_CASE("plain lessons: what is created is deleted, and no call makes an error") {
        CHECK(broken_laws(calls("glCreateBuffers(2, [7 8])\nglDeleteBuffers(2, [7 8])\n")).empty());
        CHECK(contains(broken_laws(calls("glCreateBuffers(2, [7 8])\nglDeleteBuffers(1, [8])\n")).at(0),
                       "1 of them is never deleted"));
        CHECK(contains(broken_laws(calls("glCreateBuffers(1, [7])\nglDeleteBuffers(1, [8])\n")).at(0),
                       "never deleted"));
        CHECK(broken_laws(calls("glCreateProgram()\nglDeleteProgram(3)\n")).empty());
        CHECK(contains(broken_laws(calls("glCreateQueries(GL_TIME_ELAPSED, 1, [4])\n")).at(0), "queries"));
        CHECK(contains(broken_laws(calls("glUseProgram(9) !GL_INVALID_VALUE")).at(0),
                       "GL_INVALID_VALUE to glUseProgram(9)"));
    }

    TEST_CASE("plain lessons: a time is that of one dispatch, warmed up and waited for") {
        const std::string finish = "glFinish()\n";
        CHECK(!wrong_time(calls(dispatch + finish + dispatch + finish), 2000));
        CHECK(!wrong_time(calls(dispatch + finish + dispatch + finish), 1500));
        CHECK(wrong_time(calls(dispatch + finish + dispatch + finish), 0));
        CHECK(wrong_time(calls(dispatch + finish + dispatch + finish), 9000));
        CHECK(contains(*wrong_time(calls(finish + dispatch + finish), 2000), "first"));
        CHECK(contains(*wrong_time(calls(dispatch + dispatch + finish), 2000), "before"));
        CHECK(contains(*wrong_time(calls(dispatch + finish + dispatch), 2000), "after"));
        CHECK(
            contains(*wrong_time(calls(dispatch + finish + dispatch + read + finish), 3000), "right after"));
        CHECK(wrong_time({}, 1));
    }
}

TEST_SUITE("gpu") {
    TEST_CASE(
        "plain lessons: each program builds with one line and with its own CMakeLists.txt, and is right") {
        if (skip_without_gpu()) return;
        const Folder out;
        for (const auto& source : versions_in(folder)) {  // the line of its own first comment
            const auto text = read_text(source);
            const auto at = text.find("//   g++ ");
            REQUIRE(at != std::string::npos);
            auto line = text.substr(at + 5, text.find('\n', at) - at - 5);
            CAPTURE(line);
            const auto built = run_program(
                {"sh", "-c",
                 "cd \"$1\" && cp \"$2\"/*.[ch]pp . && mkdir -p glad && cp -r \"$3\"/glad/* glad && " + line,
                 "sh", out.path().string(), folder.string(), PBP_BINARY_DIR});
            CAPTURE(built.output);
            REQUIRE(built.exit_code == 0);
            CHECK(run_program({(out.path() / source.stem()).string(), "24"}).exit_code == 0);
        }
        check_ended(run_program({"sh", "-c",
                                 "PATH=/usr/bin:$PATH cmake -S \"$1\" -B \"$2\" -G Ninja && "
                                 "cmake --build \"$2\" --target v1_double && \"$2\"/v1_double",
                                 "sh", folder.string(), (out.path() / "build").string()}),
                    0, {"pass doubled: 0 2 4 6"});
        CHECK(std::ranges::count(read_text(folder / "CMakeLists.txt"), '\n') <= 11);
    }

    TEST_CASE("plain lessons: with an older OpenGL a program says which version the machine has") {
        if (skip_without_gpu() || !on_llvmpipe_with_small_subgroups()) return;
        const auto program = std::string(PBP_BINARY_DIR) + "/lessons/programs/00_plain_opengl/v1_double";
        check_ended(run_program({program}, "MESA_GL_VERSION_OVERRIDE=3.3"), 4,
                    {"This program needs OpenGL 4.5, and this machine has 3.3"});
        check_ended(run_program({lesson_program("00_plain_opengl"), "--out", Folder().path().string()},
                                "MESA_GL_VERSION_OVERRIDE=3.3"),
                    4, {"this machine has 3.3"});
    }
}

}  // namespace plain_lesson_test
