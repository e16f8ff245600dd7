// SPDX-License-Identifier: MIT
#include "common/device/timer.hpp"

namespace pbp {

Timer::Timer(Device& device, const std::string& what, const std::function<void()>& lead_in)
    : device_(device) {
    device_.backend_->finish();
    if (device_.observer_ != nullptr) device_.observer_->begin(Observer::Activity::dispatch, what);
    device_.timing_ = true;
    if (lead_in) lead_in();
    device_.backend_->start_clock();
}

Timer::~Timer() {
    if (!device_.timing_) return;
    try {
        elapsed_ms();
    } catch (...) {  // a lost device has already been reported by the timed work
    }
}

double Timer::elapsed_ms() {
    struct End {
        ~End() {
            device.timing_ = false;
            if (device.observer_ != nullptr) device.observer_->end();
        }
        Device& device;
    };
    const End end{device_};
    return device_.backend_->stop_clock_ms();
}

}  // namespace pbp
