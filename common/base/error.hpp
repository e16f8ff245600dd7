// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace pbp {

/// What a program of this project ends with; documented in README.md.
enum class ExitCode : int {
    right = 0,
    check_failed = 1,
    wrong_usage = 2,
    shader_does_not_build = 3,
    machine_lacks = 4,
    time_limit = 5,
    worker_died = 6,
};

/// A failure the user can act on: one sentence that names the thing, the place and what to do, and an exit
/// code.
class Error : public std::runtime_error {
  public:
    Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
    ExitCode code() const { return code_; }

  private:
    ExitCode code_;
};

/// Throws an Error whose sentence is made by fmt.
template <typename... Args>
[[noreturn]] void fail(ExitCode code, fmt::format_string<Args...> sentence, Args&&... args) {
    throw Error(code, fmt::format(sentence, std::forward<Args>(args)...));
}

}  // namespace pbp
