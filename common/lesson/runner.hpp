// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>

#include "common/lesson/lesson.hpp"
#include "common/lesson/unwritten.hpp"

namespace pbp {

namespace sim {
class Simulator;
}

/// True where a run leaves a page: one that draws, and is no bench, tuning run, soak, exercise or window.
bool writes_page(const Options& options);

/// How the message of a version begins that came out right, and in which a simulator found something.
inline constexpr const char* only_found = "Every pass came out right here, and may not on another machine:";

/// How many timed runs a version gets: at most so many (0: it is not timed, nor are its costs counted apart
/// from those of its checks on a simulator), and none more once they took long enough.
struct TimedRuns {
    int most = 7;
    std::chrono::milliseconds enough{60};
};

/// Runs versions of a lesson on a device: each checked in all orders, drawn and timed.
class Runner {
  public:
    /// Is handed the passes that a version recorded, in a run that was right or up to the first wrong pass;
    /// the last time counts.
    using Keeper = std::function<void(const Version& version, const Recorder& recorder)>;

    /// `keep` may be empty. Tells the sink what the runs are about. Throws Error(wrong_usage) for what no
    /// version can be asked.
    /// Where the device is a simulator, a version is not timed: what it found and counted becomes part of the
    /// report.
    Runner(Device& device, const Lesson& lesson, const Options& asked, Sink& sink, Keeper keep,
           TimedRuns timed = {}, sim::Simulator* simulator = nullptr);
    /// Reads its shaders as they stand on disk now. Throws Error(worker_died) where the context is lost; all
    /// else becomes part of the report, but for pictures that cannot be written: see unwritten(). Where
    /// Options::out is empty, not even failures are drawn.
    VersionReport run(const Version& version);
    Unwritten& unwritten() { return unwritten_; }

  private:
    Device& device_;
    const Lesson& lesson_;
    Options options_;
    bool own_n_;  ///< each version with its own number of elements
    Sink& sink_;
    Keeper keep_;
    TimedRuns timed_;
    sim::Simulator* simulator_;
    Unwritten unwritten_;
};

}  // namespace pbp
