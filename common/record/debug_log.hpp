// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/record/debug_buffer.hpp"
#include "common/record/debug_report.hpp"

namespace pbp {

/// What the ASSERT() and LOG() calls of one run said, dispatch by dispatch.
class DebugLog {
  public:
    /// A run whose logs nobody wants still finds failed assertions.
    explicit DebugLog(bool keeps_logs) : keeps_logs_(keeps_logs) {}

    /// Readies a dispatch: the buffer for its program to write, or 0 for a program that has no call.
    Handle begin(Device& device, const Program& program);
    /// Reads what the dispatch left. Throws Error(check_failed) that names the lowest invocation that failed
    /// an assertion; `during` says in which pass, `circumstances` in what order invocations ran.
    void end(Device& device, const Program& program, Groups groups, const std::string& during,
             const std::string& circumstances);

    /// What was seen so far; calls that nobody reached are named only in a run that `ended` by itself.
    DebugReport report(bool ended) const;

  private:
    struct Call {
        std::string name;  ///< file:line ASSERT(expression)
        bool asserts = false, reached = false;
    };
    Call& call(const glsl::Site& site);
    void keep_logs(Device& device, const Program& program, Groups groups, const std::string& during);

    bool keeps_logs_;
    DebugBuffer buffer_;
    bool bound_ = false;       ///< the dispatch that runs now has the buffer
    std::vector<Call> calls_;  ///< of all programs so far
    DebugReport report_;
};

}  // namespace pbp
