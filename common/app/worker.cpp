// SPDX-License-Identifier: MIT
#include "common/app/worker.hpp"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "common/app/messages.hpp"
#include "common/app/process.hpp"
#include "common/error.hpp"

namespace pbp {

namespace {

using Clock = std::chrono::steady_clock;

/// Ends this process when the parent's end of the lifeline closes, even while the main thread hangs inside a
/// driver.
void end_with_parent() {
    std::thread([] {
        char byte = 0;
        while (::read(ChildProcess::lifeline_descriptor, &byte, 1) > 0) {
        }
        ::_exit(static_cast<int>(ExitCode::worker_died));
    }).detach();
}

/// Passes everything on, and remembers what the worker is doing and since when.
class Watch final : public Sink {
  public:
    Watch(Sink& next, const Options& options) : next_(next), options_(options) {}

    void begin(Activity activity, const std::string& what) override {
        activity_ = activity;
        what_ = last_ = what;
        const double limit = limit_s();
        deadline_ =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit));
        next_.begin(activity, what);
    }
    void end() override {
        deadline_.reset();
        what_.clear();
        next_.end();
    }
    void note(const std::string& sentence) override { next_.note(sentence); }
    void start(const RunReport& report) override { next_.start(report); }
    void progress(const std::string& version, double fraction) override { next_.progress(version, fraction); }
    void version(const VersionReport& report) override { next_.version(report); }
    void tuned(const TuningReport& report) override { next_.tuned(report); }
    void planned(const std::vector<std::string>& versions) override { next_.planned(versions); }
    void benched(const bench::Row& row) override { next_.benched(row); }
    void error(int exit_code, const std::string& sentence) override {
        deadline_.reset();
        next_.error(exit_code, sentence);
    }

    /// Milliseconds until the limit of what runs now; -1: nothing runs.
    int remaining_ms() const {
        if (!deadline_) return -1;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now()).count();
        return static_cast<int>(std::max<std::int64_t>(0, left));
    }
    std::string time_limit_sentence() const {
        return activity_ == Activity::build
                   ? fmt::format("{} was still compiling after {} s; unroll less, or raise --compile-limit.",
                                 what_, limit_s())
                   : fmt::format(
                         "{} did not end within {} s; look for a loop that never ends, or raise "
                         "--time-limit.",
                         what_, limit_s());
    }
    std::string died_sentence(const Ended& ended) const {
        const std::string how = ended.by_signal
                                    ? fmt::format("signal {}, {}", ended.code, ::strsignal(ended.code))
                                    : fmt::format("exit code {}", ended.code);
        if (!what_.empty())
            return fmt::format(
                "The worker died ({}) in {}; an index beyond the end of a shared array or a buffer can do "
                "that.",
                how, what_);
        return fmt::format(
            "The worker died ({}) outside any shader{}; run again with --in-process under a debugger to see "
            "where.",
            how, last_.empty() ? "" : ", behind " + last_);
    }

  private:
    double limit_s() const {
        return activity_ == Activity::build ? options_.compile_limit_s : options_.time_limit_s;
    }

    Sink& next_;
    const Options& options_;
    Activity activity_ = Activity::build;
    std::string what_, last_;
    std::optional<Clock::time_point> deadline_;
};

/// Reads what the worker sends until it ends, a limit passes, or somebody wants to stop.
enum class Heard : std::uint8_t { end, limit, stop };
Heard listen(int descriptor, Watch& watch, const std::function<bool()>& stopped) {
    std::string pending;
    char chunk[65536];
    for (;;) {
        pollfd ready{descriptor, POLLIN, 0};
        constexpr int look_ms = 500;
        const int limit_ms = watch.remaining_ms();
        const bool looks = stopped && (limit_ms < 0 || limit_ms > look_ms);
        const int waited = ::poll(&ready, 1, looks ? look_ms : limit_ms);
        if (stopped && stopped()) return Heard::stop;
        if ((waited < 0 && errno == EINTR) || (waited == 0 && looks)) continue;
        if (waited == 0) return Heard::limit;
        const auto count = ::read(descriptor, chunk, sizeof(chunk));
        if (count <= 0) return Heard::end;
        pending.append(chunk, static_cast<std::size_t>(count));
        std::size_t from = 0;
        for (std::size_t to = pending.find('\n'); to != std::string::npos; to = pending.find('\n', from)) {
            deliver(std::string_view(pending).substr(from, to - from), watch);
            from = to + 1;
        }
        pending.erase(0, from);
    }
}

}  // namespace

bool is_worker() {
    return std::getenv("PBP_WORKER") != nullptr;
}

int serve(const std::function<int(Sink&)>& work) {
    ::unsetenv("PBP_WORKER");
    ::signal(SIGPIPE, SIG_IGN);
    end_with_parent();
    MessageWriter sink(ChildProcess::events_descriptor);
    return work(sink);
}

namespace {

int supervise(ChildProcess& worker, const Options& options, Sink& sink,
              const std::function<bool()>& stopped) {
    Watch watch(sink, options);
    const auto heard = listen(worker.events(), watch, stopped);
    if (heard == Heard::stop) {
        worker.kill();
        worker.wait();
        return stopped_code;
    }
    if (heard == Heard::limit) {
        const auto sentence = watch.time_limit_sentence();
        worker.kill();
        worker.wait();
        sink.error(static_cast<int>(ExitCode::time_limit), sentence);
        return static_cast<int>(ExitCode::time_limit);
    }
    const Ended ended = worker.wait();
    if (stopped && stopped()) return stopped_code;  // the signal reached the worker as well
    const bool known =
        !ended.by_signal && ended.code >= 0 && ended.code <= static_cast<int>(ExitCode::worker_died);
    if (known) return ended.code;
    sink.error(static_cast<int>(ExitCode::worker_died), watch.died_sentence(ended));
    return static_cast<int>(ExitCode::worker_died);
}

}  // namespace

int supervise(int argc, const char* const* argv, const Options& options, Sink& sink) {
    ChildProcess worker(argc, argv);
    return supervise(worker, options, sink, {});
}

int supervise(const std::string& program, const std::vector<std::string>& words, const Options& options,
              Sink& sink, const std::function<bool()>& stopped) {
    ChildProcess worker(program, words);
    return supervise(worker, options, sink, stopped);
}

}  // namespace pbp
