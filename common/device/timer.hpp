// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "common/device/device.hpp"

namespace pbp {

/// Measures the dispatches in its scope with the device's own clock. Meanwhile, dispatches do not wait for
/// completion.
class Timer {
  public:
    /// `what` names the work in messages. `lead_in` starts work before the clock: while the device is busy
    /// with it, the CPU gets ahead, so the timed work does not wait for the CPU.
    explicit Timer(Device& device, const std::string& what = "a timed run",
                   const std::function<void()>& lead_in = {});
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Milliseconds from construction until everything dispatched since has finished; ends the measurement.
    double elapsed_ms();

  private:
    Device& device_;
};

}  // namespace pbp
