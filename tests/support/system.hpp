// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <thread>

/// What tests ask of an operating system; a build compiles system_posix.cpp or system_windows.cpp.
namespace pbp::test {

/// Sets an environment variable that is not set.
void set_default(const char* name, const char* value);

/// A named pipe among the files; the test fails where none can be made.
void make_pipe(const std::filesystem::path& file);

/// `at` has what is in `folder`: by a link, or as a copy where links are not for everybody.
void show_folder(const std::filesystem::path& folder, const std::filesystem::path& at);

/// Keeps a file from everybody else for that long, from now on, by a thread that waits for the end. Where a
/// file is nobody's alone it does nothing.
std::jthread keep_alone(const std::filesystem::path& file, std::chrono::milliseconds time);

}  // namespace pbp::test
