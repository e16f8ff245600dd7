// SPDX-License-Identifier: MIT
#include "common/app/bench/timed_operation.hpp"

#include <algorithm>

#include "common/app/bench/result.hpp"
#include "common/app/timing.hpp"

namespace pbp::bench {

namespace {

constexpr int least_runs = 3;

Time time_of(const std::vector<double>& runs_us, std::uint64_t back_to_back) {
    const auto found = timing_of(runs_us);  // its unit is that of what it is given
    return {found.median_ms, found.spread_ms, found.runs, back_to_back};
}

}  // namespace

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
    if (ended_) fail(ExitCode::wrong_usage, "{}: its story says run.outcome() twice.", what_);
    ended_ = true;
    Stopwatch watch(device_, backend_.end(), what_);
    const Handle result = outcome.result.handle;
    results_ = expected(outcome).size();
    if (wrong(outcome, result, "the first time")) return;

    // A result that only lies there from the first time must not count.
    if (outcome.result.reach == Reach::buffer && watch.recording().only_writes(result))
        backend_.fill(result, 0xA5A5A5A5u);
    const auto back_to_back = watch.back_to_back_for(pace_.run_us);
    row_.hot = in_turns(watch, back_to_back, false);
    if (wrong(outcome, result, "timed")) return;
    if (row_.hot.runs < pace_.runs)
        row_.message = fmt::format("{} timed runs: more would take long", row_.hot.runs);

    if (!pace_.cold || !watch.make_copies()) return;
    row_.cold = in_turns(watch, back_to_back, true);
    const auto operations = back_to_back * static_cast<std::uint64_t>(row_.cold.runs);
    const auto places = watch.in_copies(result);
    for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), operations); ++i)
        if (wrong(outcome, places[i], "timed on a copy of its buffers")) return;
}

Time TimedOperation::in_turns(Stopwatch& watch, std::uint64_t back_to_back, bool cold) {
    std::vector<double> ours_us;
    std::vector<std::vector<double>> theirs_us(contenders_.size());
    double spent_us = 0;
    for (int run = 0; run < pace_.runs && (run < least_runs || spent_us < pace_.budget_s * 1e6); ++run) {
        ours_us.push_back(cold ? watch.cold_us(back_to_back) : watch.hot_us(back_to_back));
        spent_us += ours_us.back() * static_cast<double>(back_to_back);
        for (std::size_t i = 0; i < contenders_.size(); ++i)
            theirs_us[i].push_back(contenders_[i].run_us(back_to_back, cold));
        progress_(((cold ? pace_.runs : 0) + run + 1.0) / (pace_.runs * (pace_.cold ? 2.0 : 1.0)));
    }
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
        (cold ? row_.peers[i].cold : row_.peers[i].hot) = time_of(theirs_us[i], back_to_back);
        if (!cold) row_.peers[i].ratio = ratio_of(theirs_us[i], ours_us);
    }
    return time_of(ours_us, back_to_back);
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
