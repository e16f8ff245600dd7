// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/base/whole_file.hpp"
#include "common/event/sink.hpp"

namespace pbp {

/// What could not be written of a run's pictures, tables and pages. Results come first: they are
/// reported whether or not these can be written, and the first reason why one cannot follows.
class Unwritten {
  public:
    /// Writes something, or keeps why it cannot be written.
    template <typename Write>
    void attempt(Write write) {
        try {
            write();
        } catch (const NotWritten& problem) {
            keep(problem);
        }
    }
    void keep(const NotWritten& problem) {
        if (!first_) first_ = problem;
    }
    const std::optional<NotWritten>& first() const { return first_; }
    /// Reports the first reason to the sink, if there is one. Returns `exit_code`, or the reason's if that
    /// is 0.
    int reported(Sink& sink, int exit_code) const {
        if (!first_) return exit_code;
        const int code = static_cast<int>(first_->code());
        sink.error(code, first_->what());
        return exit_code != 0 ? exit_code : code;
    }

  private:
    std::optional<NotWritten> first_;
};

}  // namespace pbp
