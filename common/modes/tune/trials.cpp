// SPDX-License-Identifier: MIT
#include "common/modes/tune/trials.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace pbp {

namespace {

using TrialStatus = TunedRow::Status;
using Clock = std::chrono::steady_clock;

std::string as_options(const Choice& choice) {
    return (choice.local_size > 0 ? fmt::format(" --local-size {}", choice.local_size) : "") +
           (choice.per_invocation > 0 ? fmt::format(" --per-invocation {}", choice.per_invocation) : "");
}

/// True where a combination is what the version chose itself.
bool same(const Choice& choice, const TunedRow& own) {
    return (choice.local_size == 0 || choice.local_size == own.local_size) &&
           (choice.per_invocation == 0 || choice.per_invocation == own.per_invocation);
}

}  // namespace

void compare(TuningReport& report, const std::vector<std::vector<double>>& elapsed_ms) {
    auto& rows = report.rows;
    std::size_t best = rows.size(), own = best;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (elapsed_ms[i].empty()) continue;
        const auto timing = timing_of(elapsed_ms[i]);
        rows[i].median_ms = timing.median_ms;
        rows[i].spread_ms = timing.spread_ms;
        rows[i].runs = timing.runs;
        rows[i].elements_per_s = static_cast<double>(report.n) / timing.median_ms * 1000;
        if (best == rows.size() || timing.median_ms < rows[best].median_ms) best = i;
        if (rows[i].own) own = i;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (elapsed_ms[i].empty()) continue;
        if (own < rows.size()) rows[i].ratio = rows[own].median_ms / rows[i].median_ms;
        rows[i].best = i == best;
        rows[i].as_good = i != best && ratio_of(elapsed_ms[i], elapsed_ms[best]).equal();
    }
}

Trials::Trials(Device& device, const Lesson& lesson, const Version& version, const Options& options,
               Sink& sink)
    : device_(device), lesson_(lesson), version_(version), sink_(sink) {
    const auto all = combinations(lesson.knobs_of(version), options.choice, device.limits());
    trials_.push_back({.options = options, .row = {.own = true}});
    trials_.front().options.bits = std::make_shared<const std::vector<std::uint32_t>>(input_of(options));
    check(trials_.front(), 0, all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (same(all[i], trials_.front().row)) continue;
        auto& trial =
            trials_.emplace_back(Trial{trials_.front().options, {all[i].local_size, all[i].per_invocation}});
        trial.options.choice = all[i];
        check(trial, i + 1, all.size());
    }
    const bool counts = !lesson.knobs_of(version).per_invocation.empty();
    std::ranges::sort(trials_, {}, [&](const Trial& trial) {
        return std::pair(counts ? trial.row.per_invocation : 0, trial.row.local_size);
    });
}

void Trials::check(Trial& trial, std::size_t number, std::size_t of) {
    sink_.progress(version_.name, 0.5 * static_cast<double>(number) / static_cast<double>(of));
    try {
        const auto facts = run(trial, {.traced = false});
        if (facts.gave_up) gave_up_ = facts.notes.front();
    } catch (const Error& failure) {
        if (failure.code() == ExitCode::worker_died) throw;  // the context is lost: nothing more can run
        trial.row.status =
            failure.code() == ExitCode::check_failed ? TrialStatus::wrong : TrialStatus::left_out;
        trial.row.message = failure.what();
        trial.problem = failure.code();
        trial.programs = {};
    }
}

RunFacts Trials::run(Trial& trial, RunMode mode) {
    SilentSink silent;  // the device tells its watcher
    Run run(device_, trial.programs, lesson_, version_, trial.options, mode, silent);
    const auto words = in_words(trial.options.choice);
    run.recorder().set_circumstances(fmt::format(" ({})", words.empty() ? "the version's own sizes" : words));
    // What the story took is known also where it failed.
    struct Remember {
        ~Remember() {
            if (took.local_size > 0) row.local_size = took.local_size;
            if (took.per_invocation > 0) row.per_invocation = took.per_invocation;
        }
        const Choice& took;
        TunedRow& row;
    } remember{run.facts().choice, trial.row};
    lesson_.tell(version_, run);
    return run.facts();
}

void Trials::time() {
    constexpr int least_turns = 3, most_turns = 15;
    const auto enough = std::chrono::milliseconds(1200 + 30 * trials_.size());
    constexpr double far_behind = 8;
    const auto began = Clock::now();
    double fastest_ms = INFINITY;
    for (int turn = 0; turn <= most_turns && (turn <= least_turns || Clock::now() - began < enough); ++turn)
        for (std::size_t i = 0; i < trials_.size(); ++i) {
            auto& trial = trials_[i];
            const bool once = !trial.elapsed_ms.empty() && trial.elapsed_ms.front() > far_behind * fastest_ms;
            if (trial.row.status != TrialStatus::right || once) continue;
            const double done = turn + static_cast<double>(i) / static_cast<double>(trials_.size());
            sink_.progress(version_.name, 0.5 + 0.5 * std::min(1.0, done / (least_turns + 1)));
            const auto elapsed_ms = run(trial, {.traced = false, .timed = true}).elapsed_ms;
            fastest_ms = std::min(fastest_ms, elapsed_ms);
            if (turn > 0) trial.elapsed_ms.push_back(elapsed_ms);
        }
}

TuningReport Trials::report() const {
    TuningReport report;
    const auto knobs = lesson_.knobs_of(version_);
    report.version = version_.name;
    report.n = *trials_.front().options.n;
    report.gave_up = gave_up_;
    report.chooses_local_size = knobs.local_sizes != LocalSizes::fixed;
    report.chooses_per_invocation = !knobs.per_invocation.empty();
    std::vector<std::vector<double>> elapsed_ms;
    for (const auto& trial : trials_) {
        report.rows.push_back(trial.row);
        elapsed_ms.push_back(trial.elapsed_ms);
    }
    compare(report, elapsed_ms);

    // A wrong result is the whole run's failure; one that cannot run is only where no other can.
    const auto of = [&](TrialStatus status) {
        return std::ranges::find(trials_, status, [](const Trial& trial) { return trial.row.status; });
    };
    auto failed = of(TrialStatus::wrong);
    if (failed == trials_.end() && of(TrialStatus::right) == trials_.end())
        failed = of(TrialStatus::left_out);
    if (failed != trials_.end()) {
        report.exit_code = static_cast<int>(failed->problem);
        report.message = failed->row.message;
        while (report.message.ends_with('\n')) report.message.pop_back();
        if (failed->row.status == TrialStatus::wrong)
            report.message +=
                fmt::format("\nto draw it, run the same without tuning, with --only {} --n {}{}",
                            version_.name, report.n, as_options(failed->options.choice));
    }
    return report;
}

}  // namespace pbp
