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

/// A simulated machine that repeats work for a question about it, while its results wait: a dispatch has
/// `limit_s` seconds, but two at most, and all of them together have as long. To the observer they are
/// dispatches.
class Beside {
  public:
    Beside(Settings settings, ShaderTree shaders, double limit_s, Observer& observer);
    ~Beside();
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

    Simulator& simulator() { return *simulator_; }
    /// Returns what ran out of time; empty: nothing did. Other errors end the work without a word: the run
    /// itself reports them.
    std::string run(const std::function<void(Device&)>& work);

  private:
    class Deadline;
    Simulator* simulator_;
    std::unique_ptr<Deadline> deadline_;
    Device device_;
};

}  // namespace pbp::sim
