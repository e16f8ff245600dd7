// SPDX-License-Identifier: MIT
#include "common/modes/bench/timed_operation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "common/base/error.hpp"
#include "common/base/timing.hpp"

namespace pbp::bench {

namespace {

bool near(std::uint32_t got, std::uint32_t expected, const Comparison& comparison) {
    if (got == expected) return true;
    if (comparison.off) {
        const auto a = std::bit_cast<float>(got), b = std::bit_cast<float>(expected);
        return std::isnan(a) == std::isnan(b) && !(std::abs(double{a} - double{b}) > *comparison.off);
    }
    if (comparison.allowed == 0) return false;
    for (int channel = 0; channel < 4; ++channel) {
        const auto at = [&](std::uint32_t word) { return static_cast<int>(word >> (8 * channel) & 255u); };
        if (std::abs(at(got) - at(expected)) > comparison.allowed) return false;
    }
    return true;
}

constexpr int least_runs = 3;

Time time_of(const std::vector<double>& runs_us, std::uint64_t back_to_back) {
    const auto found = timing_of(runs_us);  // its unit is that of what it is given
    return {found.median_ms, found.spread_ms, found.runs, back_to_back};
}

}  // namespace

std::vector<std::uint32_t> read_words(Backend& device, Handle result, const Outcome& outcome,
                                      std::size_t count) {
    std::vector<std::uint32_t> words(count);
    const auto bytes = std::as_writable_bytes(std::span(words));
    if (outcome.size.x == 0)
        device.read(result, 0, bytes);
    else
        device.read_image(result, bytes);
    return words;
}

std::string difference(std::vector<std::uint32_t> got, const std::vector<std::uint32_t>& expected,
                       const Comparison& comparison) {
    if (comparison.any_order) std::ranges::sort(got);
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (!near(got[i], expected[i], comparison) && wrong++ == 0) first = i;
    if (wrong == 0) return "";
    const auto value = [&](std::uint32_t word) {
        return comparison.off ? fmt::format("{}", std::bit_cast<float>(word)) : fmt::format("{}", word);
    };
    return fmt::format("element {} of the {} is {}, expected {}; {} of {} differ", first, comparison.what,
                       value(got[first]), value(expected[first]), wrong, expected.size());
}

double drift_of(const std::vector<double>& runs_us) {
    const auto third = static_cast<std::ptrdiff_t>(runs_us.size() / 3);
    if (third < 3) return 0;
    const double first = timing_of({runs_us.begin(), runs_us.begin() + third}).median_ms,
                 last = timing_of({runs_us.end() - third, runs_us.end()}).median_ms;
    return std::abs(last - first) / timing_of(runs_us).median_ms;
}

TimedOperation::TimedOperation(Device& device, RecordingBackend& backend, Expectations& expectations,
                               std::string what, Pace pace, std::vector<Contender> contenders,
                               std::function<void(double)> progress)
    : device_(device),
      backend_(backend),
      expectations_(expectations),
      what_(std::move(what)),
      pace_(pace),
      contenders_(std::move(contenders)),
      progress_(std::move(progress)) {
    backend_.begin();
    for (const auto& contender : contenders_) row_.peers.push_back({contender.name, contender.version});
}

void TimedOperation::ended(const Outcome& outcome) {
    if (ended_) fail(ExitCode::wrong_usage, "{}: its story calls run.outcome() twice.", what_);
    ended_ = true;
    Stopwatch watch(device_, backend_.end(), what_);
    const Handle result = outcome.result;
    results_ = expected(outcome).size();
    if (wrong(outcome, result, "the first time")) return;

    // A result left over from the first time must not count.
    if (outcome.size.x == 0 && watch.recording().only_writes(result)) backend_.fill(result, untouched);
    const auto back_to_back = watch.back_to_back_for(pace_.run_us);
    row_.hot = in_turns(watch, back_to_back, false);
    if (wrong(outcome, result, "timed")) return;
    if (row_.hot.runs < pace_.runs)
        row_.say(fmt::format("only {} timed runs: more would take too long", row_.hot.runs));

    if (!pace_.cold || !watch.make_copies()) return;
    row_.cold = in_turns(watch, back_to_back, true);
    const auto operations = back_to_back * static_cast<std::uint64_t>(row_.cold.runs);
    const auto places = watch.in_copies(result);
    for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), operations); ++i)
        if (wrong(outcome, places[i], "timed on a copy of its buffers")) return;
}

/// Turns of some runs each: a GPU's clock falls while one waits for the other to begin.
TimedOperation::Series TimedOperation::series(Stopwatch& watch, std::uint64_t back_to_back, bool cold) {
    constexpr int turns = 4;
    Series made{{}, std::vector<std::vector<double>>(contenders_.size())};
    const int in_a_turn = contenders_.empty() ? pace_.runs : pace_.runs / turns;
    double spent_us = 0;
    const auto over = [&](int run) { return run >= least_runs && spent_us >= pace_.budget_s * 1e6; };
    for (int run = 0; run < pace_.runs && !over(run);) {
        watch.warm_up(cold);
        const int first = run;
        for (; run < first + in_a_turn && !over(run); ++run) {
            made.ours_us.push_back(cold ? watch.cold_us(back_to_back) : watch.hot_us(back_to_back));
            spent_us += made.ours_us.back() * static_cast<double>(back_to_back);
        }
        for (std::size_t i = 0; i < contenders_.size(); ++i)
            for (const double us :
                 contenders_[i].runs_us(static_cast<std::size_t>(run - first), back_to_back, cold)) {
                made.theirs_us[i].push_back(us);
                spent_us += us;
            }
    }
    return made;
}

Time TimedOperation::in_turns(Stopwatch& watch, std::uint64_t back_to_back, bool cold) {
    constexpr int most_tries = 3;
    constexpr double too_much = 0.05;
    Series best;
    for (int tries = 0; tries < most_tries; ++tries) {
        auto made = series(watch, back_to_back, cold);
        if (tries == 0 || drift_of(made.ours_us) < drift_of(best.ours_us)) best = std::move(made);
        if (device_.info().software || drift_of(best.ours_us) <= too_much) break;
    }
    if (const double drift = drift_of(best.ours_us); !device_.info().software && drift > too_much)
        row_.say(fmt::format("{} times drift by {:.0f} % within the series: is the GPU's clock changing?",
                             cold ? "cold" : "hot", drift * 100));
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
        (cold ? row_.peers[i].cold : row_.peers[i].hot) = time_of(best.theirs_us[i], back_to_back);
        if (!cold) row_.peers[i].ratio = ratio_of(best.theirs_us[i], best.ours_us);
    }
    progress_(cold || !pace_.cold ? 1 : 0.5);
    return time_of(best.ours_us, back_to_back);
}

const std::vector<std::uint32_t>& TimedOperation::expected(const Outcome& outcome) {
    const auto [found, is_new] = expectations_.try_emplace(outcome.comparison.what);
    if (is_new) {
        found->second = outcome.expected();
        if (outcome.comparison.any_order) std::ranges::sort(found->second);
    }
    return found->second;
}

bool TimedOperation::wrong(const Outcome& outcome, Handle result, const std::string& when) {
    const auto& right = expected(outcome);
    const auto found =
        difference(read_words(device_.backend(), result, outcome, right.size()), right, outcome.comparison);
    if (found.empty()) return false;
    row_.status = Row::Status::wrong;
    row_.message = fmt::format("{}: {}", when, found);
    return true;
}

}  // namespace pbp::bench
