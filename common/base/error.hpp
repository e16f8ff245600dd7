// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace pbp {

/// The exit codes of this project's programs; documented in README.md.
enum class ExitCode : int {
    right = 0,
    check_failed = 1,
    wrong_usage = 2,
    shader_does_not_build = 3,
    machine_lacks = 4,
    time_limit = 5,
    worker_died = 6,
};

/// A failure the user can act on: one sentence that says what is wrong, where, and what to do, plus an exit
/// code.
class Error : public std::runtime_error {
  public:
    Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
    ExitCode code() const { return code_; }

  private:
    ExitCode code_;
};

/// Throws an Error whose sentence is formatted from fmt.
template <typename... Args>
[[noreturn]] void fail(ExitCode code, fmt::format_string<Args...> sentence, Args&&... args) {
    throw Error(code, fmt::format(sentence, std::forward<Args>(args)...));
}

}  // namespace pbp
