// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/event/sink.hpp"
#include "common/process/time_limits.hpp"

namespace pbp {

class ChildProcess;

/// True in a process that supervise() started.
bool is_worker();

/// Does `work` and returns its exit code. What it throws becomes one sentence for the sink, and the exit
/// code: those of failure_in_hand(), guarded.hpp.
int attempted(Sink& sink, const std::function<int()>& work);

/// The worker's side: hands `work` a sink that writes to the parent, ends with the parent, and returns what
/// attempted() makes of it, after a final report to the parent.
int serve(const std::function<int(Sink&)>& work);

/// What the parent hands a worker that it keeps, line by line; see KeptWorker.
class Orders {
  public:
    std::string next();  ///< waits for it

  private:
    friend int serve(const std::function<int(Sink&, Orders&)>& work);
    Orders();
    struct Queue;
    std::shared_ptr<Queue> queue_;
};
/// The same for a worker that is kept: it calls sink.done() after each order.
int serve(const std::function<int(Sink&, Orders&)>& work);

/// The parent's side: starts this program again with the same arguments, passes what the worker says on to
/// `sink`, and ends it when a build or a dispatch outlasts its limit. Returns the exit code of its final
/// report; without one nothing that it said counts. A hang, a crash, a lost GPU and an interruption are
/// reported to the sink.
int supervise(int argc, const char* const* argv, const TimeLimits& limits, Sink& sink);

/// The same with another program as the worker. Where `stopped` becomes true, at a signal that interrupts
/// this process or within half a second, the worker is ended and the exit code is `stopped_code`; nothing is
/// reported.
constexpr int stopped_code = 130;
int supervise(const std::string& program, const std::vector<std::string>& words, const TimeLimits& limits,
              Sink& sink, const std::function<bool()>& stopped);

/// A worker that is kept for many runs, since its start costs more than most of them.
class KeptWorker {
  public:
    using Start = std::function<std::unique_ptr<ChildProcess>()>;
    /// Starts one if none is running.
    KeptWorker(Start start, const TimeLimits& limits);
    ~KeptWorker();  ///< ends it
    /// Hands it one line, and passes what it says on to `sink` until it has done that. Returns 0, or what
    /// supervise() would where it had to be ended or ended itself; the next order then begins in a new one.
    int carry_out(const std::string& order, Sink& sink, const std::function<bool()>& stopped);

  private:
    Start start_;
    TimeLimits limits_;
    std::unique_ptr<ChildProcess> worker_;
};

}  // namespace pbp
