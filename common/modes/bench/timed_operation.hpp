// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/device/recording_backend.hpp"
#include "common/event/bench_row.hpp"
#include "common/lesson/operation.hpp"
#include "common/modes/bench/stopwatch.hpp"

namespace pbp::bench {

/// The first `count` words of a result as the device holds it; an image gives a word a pixel.
std::vector<std::uint32_t> read_words(Backend& device, Handle result, const Outcome& outcome,
                                      std::size_t count);

/// Where a result differs from what is expected, in words; empty: nowhere. With any_order, `expected` must
/// be sorted.
std::string difference(std::vector<std::uint32_t> got, const std::vector<std::uint32_t>& expected,
                       const Comparison& comparison);

/// What the CPU expects, computed once for all versions that expect the same.
using Expectations = std::map<std::string, std::vector<std::uint32_t>>;

/// Somebody else who does the same work, timed in turns with a version.
struct Contender {
    std::string name, version;
    /// `runs` runs without a pause: for each, microseconds of one of `back_to_back` operations.
    std::function<std::vector<double>(std::size_t runs, std::uint64_t back_to_back, bool cold)> runs_us;
    /// Throws Error(check_failed) where its result is not the expected one.
    std::function<void(const std::vector<std::uint32_t>& expected)> check;
};

/// How long to time: runs of at least `run_us`, `runs` of them, or fewer where they would take longer than
/// `budget_s` together, but 3 of them.
struct Pace {
    double run_us = 2000;
    int runs = 20;
    double budget_s = 10;
    bool cold = true;  ///< over copies beyond the cache as well
};

/// By how much the last third of a series differs from the first, relative to its median; 0 where it is
/// short.
double drift_of(const std::vector<double>& runs_us);

/// Records what a story dispatches, and times and checks it when the story says that it is done.
class TimedOperation final : public Operation {
  public:
    /// `progress` hears how much of the timing is done, 0 to 1.
    TimedOperation(Device& device, RecordingBackend& backend, Expectations& expectations, std::string what,
                   Pace pace, std::vector<Contender> contenders, std::function<void(double)> progress);

    void dispatching(bool begins) override { backend_.want_dispatches(begins); }
    void lasts(Handle buffer) override { backend_.lasts(buffer); }
    void ended(const Outcome& outcome) override;

    bool has_ended() const { return ended_; }
    std::uint64_t results() const { return results_; }  ///< elements of the result
    /// Status, message, times and peers are filled in.
    const Row& row() const { return row_; }

  private:
    const std::vector<std::uint32_t>& expected(const Outcome& outcome);
    bool wrong(const Outcome& outcome, Handle result, const std::string& when);
    /// Times in turns with the contenders; theirs go to row_.peers. Again where the times drift.
    Time in_turns(Stopwatch& watch, std::uint64_t back_to_back, bool cold);
    struct Series {
        std::vector<double> ours_us;
        std::vector<std::vector<double>> theirs_us;
    };
    Series series(Stopwatch& watch, std::uint64_t back_to_back, bool cold);

    Device& device_;
    RecordingBackend& backend_;
    Expectations& expectations_;
    std::string what_;
    Pace pace_;
    std::vector<Contender> contenders_;
    std::function<void(double)> progress_;
    bool ended_ = false;
    std::uint64_t results_ = 0;
    Row row_;
};

}  // namespace pbp::bench
