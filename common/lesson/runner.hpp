// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>

#include "common/lesson/lesson.hpp"
#include "common/lesson/unwritten.hpp"
#include "common/record/host_calls.hpp"

namespace pbp {

namespace sim {
class Simulator;
}

/// How the message of a version begins that came out right, and in which a simulator found something.
inline constexpr const char* only_found = "Every pass is right in this run, but may not be on every GPU:";
/// And where nothing was compared.
inline constexpr const char* found_unchecked = "Nothing was compared; what the simulator found:";
inline bool is_only_found(const std::string& message) {
    return message.starts_with(only_found) || message.starts_with(found_unchecked);
}

/// How many timed runs a version gets: at most this many (0: it is not timed, nor are its costs counted apart
/// from those of its checks on a simulator), and none more once they took long enough.
struct TimedRuns {
    int most = 7;
    std::chrono::milliseconds enough{60};
};

/// How a runner goes about its versions.
struct RunnerSettings {
    /// Receives the passes that a version recorded, in a run that was right or up to the first wrong pass;
    /// the last time counts. May be empty.
    std::function<void(const Version& version, const Recorder& recorder)> keep = {};
    TimedRuns timed = {};
    /// The device's backend, where that is one: a version is then not timed, and what the simulator found and
    /// counted becomes part of the report.
    sim::Simulator* simulator = nullptr;
    /// The committed texts of changed files under a folder, for what the original shaders do. May be empty.
    std::function<glsl::Texts(const std::filesystem::path&)> originals = {};
    bool paged = false;         ///< rows go to the run's page, where the options want one
    bool tells_so_far = false;  ///< reports the result of one run in natural order early: Sink::so_far
    bool framed = false;        ///< one run in natural order, each dispatch in a frame of its own, untimed
    /// Hears the calls of a run that records nothing inside dispatches; then one run in natural order,
    /// untimed.
    CallListener* listener = nullptr;
    /// Where a driver may have left a loop, and a result is wrong or compared with nothing, names the loop.
    bool names_left_loops = false;
    /// Says why a result is wrong: where its values came from, and which change brings racing accesses into
    /// order, as a simulator shows. It takes a second or two.
    bool explains = false;
    bool proves_repairs = false;    ///< of that, the change alone
    std::uint32_t whole_up_to = 0;  ///< RunMode::whole_up_to
    /// Each order once, for a judge of many cases: on a driver the natural one with what TRACE records, and
    /// the reversed one, if there is one, without; on a simulator its own one, without.
    bool each_order_once = false;
};

/// Runs versions of a lesson on a device: each checked in all orders, drawn and timed.
class Runner {
  public:
    /// Tells the sink what the runs are about. Throws Error(wrong_usage) for what no version can be asked.
    Runner(Device& device, const Lesson& lesson, const Options& asked, Sink& sink,
           RunnerSettings settings = {});
    /// Reads its shaders as they are on disk now. Throws Error(worker_died) where the context is lost; all
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
    RunnerSettings settings_;
    Unwritten unwritten_;
};

}  // namespace pbp
