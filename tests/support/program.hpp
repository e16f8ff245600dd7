// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

#include "common/base/system.hpp"

namespace pbp::test {

/// How a program ended: its exit code, and what it wrote to stdout and stderr.
struct Outcome {
    int exit_code = -1;
    std::string output;
};

inline std::string quoted(const std::string& word) {
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// The command line that runs `words` on a new X server with a screen of `size`. Each call takes another
/// display number, because a server that ends removes its socket a moment later, and would remove the socket
/// of a successor with its number. -noreset: a server that resets when its last client leaves rejects the
/// next client for a moment.
inline std::vector<std::string> on_own_display(const std::vector<std::string>& words,
                                               const std::string& size = "1280x1024x24") {
    static int number = 100 + process_number() % 20000;
    std::vector<std::string> line{
        "xvfb-run", "-a", "-n", std::to_string(number++), "-s", "-noreset -screen 0 " + size};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

/// All that comes out of a pipe, to its end.
inline std::string all_of(FILE* pipe) {
    std::string all;
    char chunk[4096];
    for (std::size_t count = 0; (count = std::fread(chunk, 1, sizeof(chunk), pipe)) > 0;)
        all.append(chunk, count);
    return all;
}

/// Runs a command line and waits for it; `environment` goes before it, e.g. "NO_COLOR=1".
Outcome run_program(const std::vector<std::string>& words, const std::string& environment = "");

/// Checks the exit code of a program, and that its output has these parts. `line` is the caller's, for a
/// message.
inline void check_ended(const Outcome& outcome, int exit_code, std::initializer_list<std::string> parts = {},
                        int line = __builtin_LINE()) {
    INFO("in line ", line, ", of the output\n", outcome.output);
    CHECK(outcome.exit_code == exit_code);
    for (const auto& part : parts) CHECK_MESSAGE(outcome.output.find(part) != std::string::npos, part);
}

/// The same where all that it says is one line.
inline void check_refused(const Outcome& outcome, int exit_code, std::initializer_list<std::string> parts,
                          int line = __builtin_LINE()) {
    check_ended(outcome, exit_code, parts, line);
    CHECK_MESSAGE(outcome.output.find('\n') == outcome.output.size() - 1, outcome.output);
}

/// The program of a lesson in this build.
inline std::string lesson_program(const std::string& lesson) {
    return std::string(PBP_BINARY_DIR) + "/lessons/" + lesson;
}

/// ./learn run with these words, in a folder.
inline Outcome learn_run(const std::string& folder, std::vector<std::string> words,
                         const std::string& environment = "") {
    words.insert(words.begin(), std::string(PBP_BINARY_DIR) + "/run");
    return run_program(words, "cd " + quoted(folder) + " && " + environment);
}

inline std::vector<std::string> joined(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// True if no OpenGL context can be created and none is required: the test then prints SKIPPED, which CTest
/// counts as a skip.
inline bool skip_without_gpu() {
    static const bool can = run_program({std::string(PBP_BINARY_DIR) + "/doctor", "--quiet"}).exit_code != 4;
    if (can) return false;
    const char* required = std::getenv("PBP_REQUIRE_GPU");
    REQUIRE_MESSAGE((required == nullptr || std::string(required) != "1"),
                    "no OpenGL context, and PBP_REQUIRE_GPU is 1");
    std::printf("SKIPPED: no OpenGL 4.5 context on this machine\n");
    return true;
}

/// True on the driver that draws the figures and that exposes every missing barrier: llvmpipe with
/// subgroups of 8.
inline bool on_llvmpipe_with_small_subgroups() {
    static const auto said = run_program({std::string(PBP_BINARY_DIR) + "/doctor"}).output;
    return said.find("llvmpipe") != std::string::npos && said.find(" 8 lanes") != std::string::npos;
}

}  // namespace pbp::test
