// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/record/debug_buffer.hpp"
#include "common/record/debug_report.hpp"

namespace pbp {

/// The results of the ASSERT() and LOG() calls of one run, dispatch by dispatch.
class DebugLog {
  public:
    /// A run that does not want logs still finds failed assertions.
    explicit DebugLog(bool keeps_logs) : keeps_logs_(keeps_logs) {}

    /// Prepares a dispatch: the buffer for its program to write, or 0 for a program without calls.
    Handle begin(Device& device, const Program& program);
    /// Reads the results of the dispatch. Throws Error(check_failed) that names the lowest invocation that
    /// failed an assertion; `during` says in which pass, `circumstances` in what order invocations ran.
    void end(Device& device, const Program& program, Groups groups, const std::string& during,
             const std::string& circumstances);

    /// What was seen so far; unreached calls are listed only for a run that `ended` by itself.
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
    bool bound_ = false;       ///< the running dispatch has the buffer
    std::vector<Call> calls_;  ///< of all programs so far
    DebugReport report_;
};

}  // namespace pbp
