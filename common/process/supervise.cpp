// SPDX-License-Identifier: MIT
// The parent's side of a pair of processes.
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>

#include "common/base/error.hpp"
#include "common/event/messages.hpp"
#include "common/process/interrupt.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"

namespace pbp {

namespace {

using Clock = std::chrono::steady_clock;

/// What a worker owes: a final report when it ends, or, where it is kept, a word after each order.
enum class Owed : bool { final_report, done };

/// Passes everything on, and remembers what the worker is doing and since when.
class Overseer final : public Sink {
  public:
    Overseer(Sink& next, const Options& options, Owed owed) : next_(next), options_(options), owed_(owed) {}

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
    void done() override { done_ = owed_ == Owed::done; }
    void error(int exit_code, const std::string& sentence) override {
        deadline_.reset();
        next_.error(exit_code, sentence);
    }

    /// One line of the worker.
    void hear(std::string_view line) {
        if (const auto code = final_report(line))
            finished_ = code;
        else if (!deliver(line, *this))
            garbled_ = true;
    }
    /// True where the worker has carried out its order, and waits for the next.
    bool is_done() const { return done_; }
    /// True where the worker said that it would end so, and nothing that it said was lost.
    bool announced(const Ended& ended) const {
        return !ended.by_signal && finished_ == ended.code && !garbled_;
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
        const std::string where = !what_.empty()  ? " in " + what_
                                  : last_.empty() ? " outside any shader"
                                                  : " outside any shader, after " + last_;
        if (!ended.by_signal && garbled_)
            return fmt::format(
                "The worker sent something that is no message{}, so its results do not count; an index "
                "beyond "
                "the end of an array can do that.",
                where);
        if (!ended.by_signal && finished_)
            return fmt::format(
                "The worker ended with exit code {} where it had announced {}{}, so its results do not "
                "count; "
                "run it again.",
                ended.code, *finished_, where);
        if (!ended.by_signal)
            return fmt::format(
                "The worker ended (exit code {}){} without its final report, so its results do not count; "
                "run "
                "it again with --in-process under a debugger to see where.",
                ended.code, where);
        const auto how = fmt::format("signal {}, {}", ended.code, ::strsignal(ended.code));
        if (ended.code == SIGXCPU || (ended.code == SIGKILL && ended.reached_cpu_limit))
            return fmt::format("The worker reached its limit of processor time ({}){}; raise ulimit -t.", how,
                               where);
        if (ended.code == SIGKILL)
            return fmt::format(
                "The worker was killed ({}){}, from outside or because the machine ran out of memory; close "
                "other programs and run it again.",
                how, where);
        if (ended.code == SIGTERM || ended.code == SIGINT || ended.code == SIGHUP)
            return fmt::format("The worker was ended from outside ({}){}; run it again.", how, where);
        return fmt::format("The worker died ({}){}; {}.", how, where,
                           what_.empty()
                               ? "run again with --in-process under a debugger to see where"
                               : "an index beyond the end of a shared array or a buffer can do that");
    }

  private:
    double limit_s() const {
        return activity_ == Activity::build ? options_.compile_limit_s : options_.time_limit_s;
    }

    Sink& next_;
    const Options& options_;
    Owed owed_;
    Activity activity_ = Activity::build;
    std::string what_, last_;
    std::optional<Clock::time_point> deadline_;
    bool done_ = false, garbled_ = false;
    std::optional<int> finished_;  ///< the exit code in the final report
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
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return Heard::end;
        pending.append(chunk, static_cast<std::size_t>(count));
        std::size_t from = 0;
        for (std::size_t to = pending.find('\n'); to != std::string::npos; to = pending.find('\n', from)) {
            overseer.hear(std::string_view(pending).substr(from, to - from));
            from = to + 1;
        }
        pending.erase(0, from);
        if (overseer.is_done()) return Heard::done;
    }
}

/// True where somebody wanted to stop. A signal to a whole group of processes may end the worker before this
/// process has seen it.
bool stopped_with(const Ended& ended, const std::function<bool()>& stopped) {
    if (!stopped) return false;
    const bool asked =
        ended.by_signal && (ended.code == SIGINT || ended.code == SIGTERM || ended.code == SIGHUP);
    for (int looks = asked ? 20 : 0; looks > 0 && !stopped(); --looks)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return stopped();
}

int supervise(ChildProcess& worker, const Options& options, Sink& sink, const std::function<bool()>& stopped,
              Owed owed) {
    Overseer overseer(sink, options, owed);
    const auto heard = listen(worker.events(), overseer, stopped);
    if (heard == Heard::done) return static_cast<int>(ExitCode::right);
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
    if (stopped_with(ended, stopped)) return stopped_code;
    const bool right_too_soon = owed == Owed::done && ended.code == static_cast<int>(ExitCode::right);
    if (overseer.announced(ended) && !right_too_soon) return ended.code;
    sink.error(static_cast<int>(ExitCode::worker_died), overseer.died_sentence(ended));
    return static_cast<int>(ExitCode::worker_died);
}

}  // namespace

int supervise(int argc, const char* const* argv, const Options& options, Sink& sink) {
    catch_signals();
    ChildProcess worker(argc, argv);
    const int exit_code = supervise(
        worker, options, sink, [] { return interruption() != 0; }, Owed::final_report);
    if (exit_code != stopped_code || interruption() == 0) return exit_code;
    sink.error(128 + interruption(), "Interrupted.");
    return 128 + interruption();
}

int supervise(const std::string& program, const std::vector<std::string>& words, const Options& options,
              Sink& sink, const std::function<bool()>& stopped) {
    ChildProcess worker(program, words);
    return supervise(worker, options, sink, stopped, Owed::final_report);
}

KeptWorker::KeptWorker(Start start, const Options& options) : start_(std::move(start)), options_(options) {}
KeptWorker::~KeptWorker() = default;

int KeptWorker::carry_out(const std::string& order, Sink& sink, const std::function<bool()>& stopped) {
    pollfd end{worker_ ? worker_->events() : -1, 0, 0};  // a worker that has done its order says nothing more
    if (worker_ && ::poll(&end, 1, 0) > 0) worker_.reset();
    if (!worker_) worker_ = start_();
    worker_->say(order);
    const int exit_code = supervise(*worker_, options_, sink, stopped, Owed::done);
    if (exit_code != 0) worker_.reset();
    return exit_code;
}

}  // namespace pbp
