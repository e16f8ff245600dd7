// SPDX-License-Identifier: MIT
// The parent's side of a pair of processes.
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <optional>

#include "common/app/messages.hpp"
#include "common/app/process.hpp"
#include "common/app/worker.hpp"
#include "common/error.hpp"

namespace pbp {

namespace {

using Clock = std::chrono::steady_clock;

/// Passes everything on, and remembers what the worker is doing and since when.
class Overseer final : public Sink {
  public:
    Overseer(Sink& next, const Options& options) : next_(next), options_(options) {}

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
    void recorded(const page::Piece& piece) override { next_.recorded(piece); }
    void so_far(const VersionReport& report) override { next_.so_far(report); }
    void tuned(const TuningReport& report) override { next_.tuned(report); }
    void planned(const std::vector<std::string>& versions) override { next_.planned(versions); }
    void benched(const bench::Row& row) override { next_.benched(row); }
    void done() override { done_ = true; }
    void error(int exit_code, const std::string& sentence) override {
        deadline_.reset();
        next_.error(exit_code, sentence);
    }

    /// True where the worker has carried out its order, and waits for the next.
    bool is_done() const { return done_; }
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
    bool done_ = false;
};

/// Reads what the worker sends until it has done what it should, it ends, a limit passes, or somebody wants
/// to stop.
enum class Heard : std::uint8_t { done, end, limit, stop };
Heard listen(int descriptor, Overseer& overseer, const std::function<bool()>& stopped) {
    std::string pending;
    char chunk[65536];
    for (;;) {
        pollfd ready{descriptor, POLLIN, 0};
        constexpr int look_ms = 500;
        const int limit_ms = overseer.remaining_ms();
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
            deliver(std::string_view(pending).substr(from, to - from), overseer);
            from = to + 1;
        }
        pending.erase(0, from);
        if (overseer.is_done()) return Heard::done;
    }
}

int supervise(ChildProcess& worker, const Options& options, Sink& sink, const std::function<bool()>& stopped,
              bool& goes_on) {
    Overseer overseer(sink, options);
    const auto heard = listen(worker.events(), overseer, stopped);
    goes_on = heard == Heard::done;
    if (goes_on) return static_cast<int>(ExitCode::right);
    if (heard == Heard::stop) {
        worker.kill();
        worker.wait();
        return stopped_code;
    }
    if (heard == Heard::limit) {
        const auto sentence = overseer.time_limit_sentence();
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
    sink.error(static_cast<int>(ExitCode::worker_died), overseer.died_sentence(ended));
    return static_cast<int>(ExitCode::worker_died);
}

}  // namespace

int supervise(int argc, const char* const* argv, const Options& options, Sink& sink) {
    ChildProcess worker(argc, argv);
    bool goes_on = false;
    return supervise(worker, options, sink, {}, goes_on);
}

int supervise(const std::string& program, const std::vector<std::string>& words, const Options& options,
              Sink& sink, const std::function<bool()>& stopped) {
    ChildProcess worker(program, words);
    bool goes_on = false;
    return supervise(worker, options, sink, stopped, goes_on);
}

KeptWorker::KeptWorker(Start start, const Options& options) : start_(std::move(start)), options_(options) {}
KeptWorker::~KeptWorker() = default;

int KeptWorker::carry_out(const std::string& order, Sink& sink, const std::function<bool()>& stopped) {
    pollfd end{worker_ ? worker_->events() : -1, 0, 0};  // a worker that has done its order says nothing more
    if (worker_ && ::poll(&end, 1, 0) > 0) worker_.reset();
    if (!worker_) worker_ = start_();
    worker_->say(order);
    bool goes_on = false;
    const int exit_code = supervise(*worker_, options_, sink, stopped, goes_on);
    if (!goes_on) worker_.reset();
    return exit_code;
}

}  // namespace pbp
