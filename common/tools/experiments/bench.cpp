// SPDX-License-Identifier: MIT
#include "common/tools/experiments/bench.hpp"

#include <chrono>

#include "common/device/timer.hpp"

namespace pbp::experiments {

namespace {

using SteadyClock = std::chrono::steady_clock;

double ms_since(SteadyClock::time_point began) {
    return std::chrono::duration<double, std::milli>(SteadyClock::now() - began).count();
}

}  // namespace

Program Bench::build(const std::string& shader, std::uint32_t local_size, std::vector<glsl::Define> defines) {
    defines.push_back({"LOCAL_SIZE", std::to_string(local_size)});
    return gpu.program("experiments/" + shader + ".comp", {defines});
}

double Bench::time(const Way& way, Clock clock, int times) {
    if (way.prepare) way.prepare();
    Timer timer(gpu, way.name);
    const auto began = SteadyClock::now();
    for (int i = 0; i < times; ++i) way.work();
    if (clock == Clock::device) return timer.elapsed_ms() / times;
    gpu.backend().finish();
    return ms_since(began) / times;
}

Outcome Bench::compare(Outcome outcome, const Way& a, const Way& b, Clock clock) {
    outcome.a = a.name;
    outcome.b = b.name;
    for (const Way* way : {&a, &b}) {
        if (way->prepare) way->prepare();
        way->work();
        if (!way->right()) outcome.problem += fmt::format("WRONG: {}. ", way->name);
    }
    if (!outcome.problem.empty()) return outcome;

    // Short work is timed several times in a row, the same number on both sides; what has to be
    // prepared anew, once.
    constexpr double sample_ms = 2;
    constexpr int least_turns = 5, most_turns = 31;
    constexpr double enough_ms = 1200;
    const double once = std::min(time(a, clock, 1), time(b, clock, 1));
    const int times =
        quick_ || a.prepare ? 1 : std::clamp(static_cast<int>(sample_ms / std::max(once, 1e-3)), 1, 64);
    std::vector<double> a_ms, b_ms;
    const auto began = SteadyClock::now();
    for (int turn = 0; turn < (quick_ ? 1 : most_turns); ++turn) {
        if (turn >= least_turns && ms_since(began) > enough_ms) break;
        a_ms.push_back(time(a, clock, times));
        b_ms.push_back(time(b, clock, times));
    }
    outcome.time_a = timing_of(a_ms);
    outcome.time_b = timing_of(b_ms);
    outcome.ratio = ratio_of(a_ms, b_ms);
    return outcome;
}

}  // namespace pbp::experiments
