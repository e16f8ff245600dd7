// SPDX-License-Identifier: MIT
#include "common/gpu/timer.hpp"

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
    if (device_.timing_) elapsed_ms();
}

double Timer::elapsed_ms() {
    const double elapsed = device_.backend_->stop_clock_ms();
    device_.timing_ = false;
    if (device_.observer_ != nullptr) device_.observer_->end();
    return elapsed;
}

}  // namespace pbp
