// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// What CreateProcess takes: one line and one block of text instead of lists of words.
namespace pbp::windows {

/// A program as the file that is started: with its ".exe", and, if it has no folder, looked for in PATH. What
/// is not found stays as it is.
std::wstring found_program(const std::string& program, bool in_path);

/// The program, and all words but the first, which names it, quoted as the C library of the child splits
/// them.
std::wstring command_line(const std::wstring& program, const std::vector<std::string>& words);

/// The variables of this process, changed: NAME=VALUE sets, NAME alone unsets.
std::wstring environment(const std::vector<std::string>& settings);

}  // namespace pbp::windows
