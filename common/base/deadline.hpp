// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "common/base/system.hpp"

namespace pbp {

/// When work is to end that began as this was made: after so much time, after so much work of this process,
/// or whichever comes first. Work is processor time, so that a busy machine finds out as much as an idle one;
/// several threads share it at no loss: it also takes that long.
class Deadline {
  public:
    Deadline() = default;  ///< never
    /// 0: no limit.
    Deadline(double limit_s, double processor_s)
        : began_(Clock::now()), limit_s_(limit_s), processor_s_(processor_s) {
        if (processor_s > 0) used_s_ = processor_seconds();
    }

    bool is_over() const {
        if (limit_s_ <= 0 && processor_s_ <= 0) return false;
        const double passed_s = std::chrono::duration<double>(Clock::now() - began_).count();
        if (limit_s_ > 0 && passed_s > limit_s_) return true;
        return processor_s_ > 0 && passed_s > processor_s_ && left_s() < 0;  // asking the system last
    }
    /// Of its processor time.
    double left_s() const { return processor_s_ - (processor_seconds() - used_s_); }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point began_ = {};
    double limit_s_ = 0, processor_s_ = 0, used_s_ = 0;
};

}  // namespace pbp
