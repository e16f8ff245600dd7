// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "common/device/device.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

/// Of a machine with subgroups of a driver's size, if they can be simulated.
Settings settings_like(const DeviceInfo& driver);

/// A simulated machine that repeats work for a question about it, while its results wait: all dispatches
/// together have `processor_s` seconds of processor time, and each takes at most `limit_s` (0: no limit). To
/// the observer they are dispatches.
class Beside {
  public:
    Beside(Settings settings, ShaderTree shaders, double limit_s, Observer& observer, double processor_s = 2);
    ~Beside();
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

    Simulator& simulator() { return *simulator_; }
    /// Returns what ran out of time; empty: nothing did. Other errors end the work without a word: the run
    /// itself reports them.
    std::string run(const std::function<void(Device&)>& work);

  private:
    class TimeKeeper;
    Simulator* simulator_;
    std::unique_ptr<TimeKeeper> time_keeper_;
    Device device_;
};

}  // namespace pbp::sim
