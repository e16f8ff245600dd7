// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// Lessons in plain OpenGL: complete programs that know nothing of this project. They print what they do, and
/// this room draws it.
namespace pbp::plain {

/// What a program printed. Each line that begins like one of these is read, any other is not:
///   device NAME               what it ran on
///   pass NAME: 0 2 4 ...      an array, after the step of this name; the first is the input
///   expected: 0 2 4 ...       what the array above has to be
///   time NAME: 12.3           microseconds
///   note SENTENCE             goes below the version's line
///   caption SENTENCE          how to read the picture
struct Printed {
    struct Pass {
        std::string name;
        std::vector<std::uint32_t> values, expected;
    };
    std::string device, caption;
    std::vector<Pass> passes;
    std::vector<std::pair<std::string, double>> times;
    std::vector<std::string> notes;
};
Printed read_printed(const std::string& output);

/// The last line that says something, without its end: what libraries complain about comes before it.
std::string last_line(const std::string& output);

/// All of a file; nothing if it cannot be read.
std::string text_of(const std::filesystem::path& file);

/// The sources of a plain lesson's versions, in order.
std::vector<std::filesystem::path> versions_in(const std::filesystem::path& folder);

}  // namespace pbp::plain
