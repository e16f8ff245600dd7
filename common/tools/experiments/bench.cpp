// SPDX-License-Identifier: MIT
#include "common/tools/experiments/bench.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "common/device/timer.hpp"
#include "common/terminal/tables.hpp"

namespace pbp {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Timing, median_ms, spread_ms, runs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Ratio, low, middle, high)
}  // namespace pbp

namespace pbp::experiments {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Outcome, id, item, a, b, time_a, time_b, ratio, problem)

namespace {

using SteadyClock = std::chrono::steady_clock;

double ms_since(SteadyClock::time_point began) {
    return std::chrono::duration<double, std::milli>(SteadyClock::now() - began).count();
}

std::string percent(const Timing& timing) {
    return fmt::format("{:.0f} %", 100 * timing.spread_ms / timing.median_ms);
}

json with_verdict(const Outcome& outcome) {
    json object = outcome;
    object["verdict"] = outcome.verdict();
    return object;
}

std::string dumped(const json& object, int indent) {
    return object.dump(indent, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string Outcome::verdict() const {
    if (!problem.empty()) return problem;
    if (ratio.equal()) return "equal";
    return ratio.middle > 1 ? fmt::format("{:.2f}x faster", ratio.middle)
                            : fmt::format("{:.2f}x SLOWER", 1 / ratio.middle);
}

std::string headline() {
    return fmt::format("  {:<22} {:<34} {:>9} {:>6}   {:<34} {:>9} {:>6}   {}\n", "item", "A", "median",
                       "spread", "B, as advised", "median", "spread", "B is");
}

std::string line(const Outcome& outcome) {
    if (!outcome.problem.empty()) return fmt::format("  {:<22} {}\n", outcome.item, outcome.problem);
    return fmt::format("  {:<22} {:<34} {:>9} {:>6}   {:<34} {:>9} {:>6}   {}\n", outcome.item, outcome.a,
                       duration(outcome.time_a.median_ms), percent(outcome.time_a), outcome.b,
                       duration(outcome.time_b.median_ms), percent(outcome.time_b), outcome.verdict());
}

std::string markdown_headline() {
    return "| item | A | B, as advised | A | B | B is |\n|---|---|---|---|---|---|\n";
}

std::string markdown(const Outcome& outcome) {
    return fmt::format("| {} | {} | {} | {} | {} | {} |\n", outcome.item, outcome.a, outcome.b,
                       duration(outcome.time_a.median_ms), duration(outcome.time_b.median_ms),
                       outcome.verdict());
}

std::string to_json(const Outcome& outcome) {
    return dumped(json(outcome), -1);
}

Outcome from_json(const std::string& text) {
    return json::parse(text).get<Outcome>();
}

std::string to_json(const std::vector<Outcome>& outcomes, const std::string& renderer) {
    json document{{"renderer", renderer}, {"experiments", json::array()}};
    for (const auto& outcome : outcomes) document["experiments"].push_back(with_verdict(outcome));
    return dumped(document, 1) + "\n";
}

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
