// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "common/device/device.hpp"

namespace pbp {

/// Measures the dispatches of its scope on the device's own clock. Dispatches do not wait for their end
/// meanwhile.
class Timer {
  public:
    /// `what` names the work for messages. `lead_in` starts work that the clock waits for: while the device
    /// is busy with it, the CPU gets ahead, and what is timed does not wait for the CPU.
    explicit Timer(Device& device, const std::string& what = "a timed run",
                   const std::function<void()>& lead_in = {});
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Milliseconds from the construction to all that was dispatched since; ends the measurement.
    double elapsed_ms();

  private:
    Device& device_;
};

}  // namespace pbp
