// SPDX-License-Identifier: MIT
#include "common/sim/beside/beside.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

#include "common/base/deadline.hpp"
#include "common/base/error.hpp"

namespace pbp::sim {

namespace {

/// Of llvmpipe, which runs one invocation per lane of its vectors. Older ones have no GL_KHR_shader_subgroup
/// that would say how many; they are called "llvmpipe (LLVM 15.0.6, 256 bits)".
std::uint32_t lanes_of(const DeviceInfo& driver) {
    const auto at = driver.renderer.find(", ");
    if (driver.subgroup_size > 0 || !driver.renderer.starts_with("llvmpipe") || at == std::string::npos)
        return driver.subgroup_size;
    return static_cast<std::uint32_t>(std::atoi(driver.renderer.c_str() + at + 2)) / 32;
}

}  // namespace

Settings settings_like(const DeviceInfo& driver) {
    Settings settings;
    const auto lanes = lanes_of(driver);
    if (lanes > 0 && lanes <= 128 && std::has_single_bit(lanes)) settings.subgroup_size = lanes;
    return settings;
}

/// Passes on what happens, and ends the work before a dispatch for which no time is left; it runs from the
/// first.
class Beside::TimeKeeper final : public Observer {
  public:
    TimeKeeper(Observer& next, double seconds) : next_(next), seconds_(seconds) {}
    void begin(Activity activity, const std::string& what) override {
        if (activity == Activity::dispatch) {
            if (!end_) end_.emplace(0, seconds_);
            if (end_->is_over()) fail(ExitCode::time_limit, "{}: the dispatch did not begin", what);
        }
        next_.begin(activity, activity == Activity::dispatch ? what + ", simulated" : what);
    }
    void end() override { next_.end(); }
    void note(const std::string&) override {}  // the run itself has said it

  private:
    Observer& next_;
    double seconds_;
    std::optional<Deadline> end_;
};

namespace {

Settings limited(Settings settings, double limit_s, double processor_s) {
    settings.limit_s = limit_s;
    settings.processor_s = limit_s > 0 ? std::min(limit_s, processor_s) : processor_s;
    return settings;
}

}  // namespace

Beside::Beside(Settings settings, ShaderTree shaders, double limit_s, Observer& observer, double processor_s)
    : simulator_(new Simulator(limited(settings, limit_s, processor_s))),
      time_keeper_(std::make_unique<TimeKeeper>(observer, simulator_->settings().processor_s)),
      device_(std::unique_ptr<Backend>(simulator_), std::move(shaders), time_keeper_.get()) {}

Beside::~Beside() = default;

std::string Beside::run(const std::function<void(Device&)>& work) {
    try {
        work(device_);
    } catch (const Error& problem) {
        if (problem.code() == ExitCode::time_limit) return problem.what();
    }
    return {};
}

}  // namespace pbp::sim
