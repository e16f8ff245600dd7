// SPDX-License-Identifier: MIT
#include "common/modes/bench/stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "common/device/timer.hpp"

namespace pbp::bench {

namespace {

constexpr std::uint64_t cache_bytes = 64ull << 20;  // more than the second-level cache of an H100 or H200
constexpr std::uint64_t cold_bytes = 4 * cache_bytes, most_bytes = 4ull << 30;
constexpr std::uint64_t most_back_to_back = 4096;

}  // namespace

Stopwatch::Stopwatch(Device& device, Recording recording, std::string what)
    : device_(device), recording_(std::move(recording)), what_(std::move(what)) {}

/// A GPU waits for the CPU at the first operation after a pause: it gets one before the clock starts.
double Stopwatch::time_us(std::uint64_t operations, const std::function<void()>& lead_in,
                          const std::function<void()>& work) {
    Timer timer(device_, what_, lead_in);
    work();
    return once_us_ = timer.elapsed_ms() * 1e3 / static_cast<double>(operations);
}

double Stopwatch::hot_us(std::uint64_t back_to_back) {
    if (recording_.restores())
        return time_us(
            1, [&] { recording_.restore(); }, [&] { recording_.replay(); });
    return time_us(
        back_to_back,
        [&] {
            if (!device_.info().software) recording_.replay();
        },
        [&] { recording_.replay(back_to_back); });
}

void Stopwatch::warm_up(bool cold) {
    using Clock = std::chrono::steady_clock;
    if (device_.info().software) return;
    // Enough back to back that the device is rarely idle, but few enough that it can still be stopped.
    constexpr double batch_us = 2e4;
    const int batch = static_cast<int>(std::clamp(batch_us / std::max(once_us_, 0.01), 1.0, 1e4));
    const auto end = Clock::now() + std::chrono::milliseconds(330);
    const auto one = [&] {
        Recording& recording = cold ? next() : recording_;
        recording.restore();
        recording.replay();
    };
    do {
        Timer timer(device_, what_, one);
        for (int i = 0; i < batch && Clock::now() < end; ++i) one();
    } while (Clock::now() < end);
    next_ = 0;
}

double Stopwatch::cold_us(std::uint64_t back_to_back) {
    if (recording_.restores()) {
        // All are restored before the first one's turn: what a restore brings into the cache is gone by then.
        if (next_ % copies_.size() == 0)
            for (auto& copy : copies_) copy.restore();
        Recording& copy = next();
        return time_us(1, {}, [&] { copy.replay(); });
    }
    return time_us(
        back_to_back, [&] { next().replay(); },
        [&] {
            for (std::uint64_t i = 0; i < back_to_back; ++i) next().replay();
        });
}

Recording& Stopwatch::next() {
    return copies_[next_++ % copies_.size()];
}

std::uint64_t Stopwatch::back_to_back_for(double run_us) {
    hot_us(1);  // warms up
    if (recording_.restores()) return 1;
    double once_us = hot_us(1);
    if (once_us < run_us) once_us = hot_us(8);
    return std::clamp(static_cast<std::uint64_t>(std::ceil(run_us / std::max(once_us, 0.01))),
                      std::uint64_t{1}, most_back_to_back);
}

bool Stopwatch::make_copies() {
    const auto bytes = std::max<std::uint64_t>(1, recording_.bytes());
    const auto count = std::clamp<std::uint64_t>((cold_bytes + bytes - 1) / bytes, 2, 1024);
    if (count * bytes > most_bytes) return false;
    if (recording_.restores()) recording_.restore();
    try {
        while (copies_.size() < count) copies_.push_back(recording_.clone());
    } catch (const Error& problem) {
        if (problem.code() != ExitCode::machine_lacks) throw;
        copies_.clear();
    }
    next_ = 0;
    return !copies_.empty();
}

std::vector<Handle> Stopwatch::in_copies(Handle result) const {
    std::vector<Handle> all;
    for (const auto& copy : copies_) all.push_back(copy.own(result));
    return all;
}

}  // namespace pbp::bench
