// SPDX-License-Identifier: MIT
// The parent's side of a pair of processes.
#include <chrono>
#include <optional>
#include <thread>

#include "common/base/error.hpp"
#include "common/event/encoding.hpp"
#include "common/process/interrupt.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"
#include "common/process/worker_time.hpp"

namespace pbp {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// What a worker owes: a final report when it ends, or, where it is kept, a word after each order.
enum class Owed : bool { final_report, done };

/// Passes on what the worker says, and remembers what it is doing and since when.
class Overseer {
  public:
    Overseer(Sink& next, const TimeLimits& limits, Owed owed) : next_(next), limits_(limits), owed_(owed) {}

    /// Some bytes from the worker.
    void hear(std::string_view bytes) {
        reader_.append(bytes);
        while (const auto event = reader_.next()) take(*event);
    }
    /// True where what the worker said can no longer be understood.
    bool garbled() const { return reader_.garbled(); }
    /// True where the worker has carried out its order, and waits for the next.
    bool is_done() const { return done_; }
    /// True where the worker said that it would end so, and nothing that it said was lost.
    bool announced(const Ended& ended) const {
        return !ended.by_signal && finished_ == ended.code && understood();
    }
    /// The exit code in the final report.
    std::optional<int> finished() const { return finished_; }
    /// The time until the limit of what runs now; none: nothing runs.
    std::optional<std::chrono::milliseconds> remaining() const {
        if (!deadline_) return std::nullopt;
        return std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now()));
    }
    std::string time_limit_sentence() const {
        if (together_ && Clock::now() >= *together_)
            return fmt::format(
                "{} was still running when all dispatches together had taken {} s; run fewer or smaller "
                "ones, "
                "or raise --time-limit, of which they have ten times as much.",
                what_, *limits_.together_s);
        return activity_ == Observer::Activity::build
                   ? fmt::format("{} was still compiling after {} s; unroll less, or raise --compile-limit.",
                                 what_, limit_s())
                   : fmt::format(
                         "{} did not end within {} s{}; look for a loop that never ends, let the kernel do "
                         "less, or raise --time-limit.",
                         what_, limit_s(), doing_.empty() ? "" : ", at " + doing_);
    }
    std::string spent_sentence() const {
        return fmt::format(
            "It has used {} s of processor time{}{}; let the kernel do less, or raise --total-limit.",
            *limits_.processor_s, doing_.empty() ? "" : ", and is at " + doing_, where());
    }
    std::string idle_sentence() const {
        return fmt::format(
            "The worker did nothing for {} s{}, so its results do not count; a driver that runs out of "
            "memory can hang: allow more (ulimit -v), or run it again.",
            idle_limit.count(), where());
    }
    std::string garbled_sentence() const {
        return fmt::format(
            "The worker sent a malformed message{}, so its results do not count; an index beyond the end of "
            "an array can do that.",
            where());
    }
    std::string died_sentence(const Ended& ended) const {
        if (!ended.by_signal && !understood()) return garbled_sentence();
        if (!ended.by_signal && finished_)
            return fmt::format(
                "The worker announced exit code {}, but ended with {}{}, so its results do not count; run it "
                "again.",
                *finished_, ended.code, where());
        if (!ended.by_signal)
            return fmt::format(
                "The worker ended (exit code {}){} without its final report, so its results do not count; "
                "run it again with --in-process under a debugger to see where.",
                ended.code, where());
        const auto how = in_words(ended);
        const auto by = ended_by(ended);
        if (by == EndedBy::lost_file)
            return fmt::format("The worker died ({}){}: {}", how, where(), lost_file);
        if (by == EndedBy::cpu_limit)
            return fmt::format("The worker reached its CPU time limit ({}){}; raise ulimit -t.", how,
                               where());
        if (by == EndedBy::kill)
            return fmt::format(
                "The worker was killed ({}){}, from outside or because the machine ran out of memory; close "
                "other programs and run it again.",
                how, where());
        if (by == EndedBy::request)
            return fmt::format("The worker was terminated by another process ({}){}; run it again.", how,
                               where());
        if (!what_.empty() && activity_ == Observer::Activity::build)
            return fmt::format(
                "The compiler died ({}){}, which no shader should make it do; simplify the shader, or update "
                "the driver.",
                how, where());
        return fmt::format("The worker died ({}){}; {}.", how, where(),
                           what_.empty()
                               ? "run again with --in-process under a debugger to see where"
                               : "an index beyond the end of a shared array or a buffer can do that");
    }

  private:
    void take(const Event& event) {
        std::visit(overloaded{[&](const event::Finished& report) { finished_ = report.exit_code; },
                              [&](const event::OrderDone&) { done_ = owed_ == Owed::done; },
                              [&](const auto& other) {
                                  watch(other);
                                  next_.on_event(event);
                              }},
                   event);
    }
    void watch(const event::Begin& begun) {
        leave();
        activity_ = begun.activity;
        began_ = Clock::now();
        what_ = last_ = begun.what;
        deadline_ = in(limit_s());
        if (activity_ == Observer::Activity::build || !limits_.together_s) return;
        if (!together_) together_ = in(*limits_.together_s);
        deadline_ = std::min(*deadline_, *together_);
    }
    void watch(const event::End&) {
        leave();
        deadline_.reset();
        what_.clear();
    }
    void watch(const event::Failed&) { deadline_.reset(); }
    void watch(const event::Progress& progress) { doing_ = progress.doing; }
    void watch(const AnyOf<event::Started, event::SoFar, event::VersionDone> auto&) { together_.reset(); }
    void watch(const auto&) {}  // says nothing of time

    /// What is compiled between dispatches is not their time. Of runs beside each other nobody says the end.
    void leave() {
        if (together_ && deadline_ && activity_ == Observer::Activity::build)
            *together_ += Clock::now() - began_;
    }
    static Clock::time_point in(double seconds) {
        return Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    bool understood() const { return !reader_.garbled() && reader_.is_empty(); }
    std::string where() const {
        return !what_.empty()  ? " in " + what_
               : last_.empty() ? " outside any shader"
                               : " outside any shader, after " + last_;
    }
    double limit_s() const {
        return activity_ == Observer::Activity::build ? limits_.compile_s : limits_.dispatch_s;
    }

    Sink& next_;
    TimeLimits limits_;
    Owed owed_;
    EventReader reader_;
    Observer::Activity activity_ = Observer::Activity::build;
    std::string what_, last_, doing_;
    Clock::time_point began_;  ///< the activity
    std::optional<Clock::time_point> deadline_;
    std::optional<Clock::time_point> together_;  ///< the end of all dispatches since the last report
    bool done_ = false;
    std::optional<int> finished_;
};

/// Reads what the worker sends until it has done what it should, it ends, it sends what is no event, a limit
/// passes, it does nothing although no limit runs, or somebody wants to stop.
enum class Heard : std::uint8_t { done, end, garbled, limit, spent, idle, stop };
Heard listen(ChildProcess& worker, Overseer& overseer, const Allowance& allowance,
             const std::function<bool()>& stopped) {
    using Said = ChildProcess::Heard;
    std::string chunk;
    Idleness idleness;
    for (;;) {
        const auto limit = overseer.remaining();
        const bool looks = !limit || *limit > look_interval;
        chunk.clear();
        const auto said = worker.hear(chunk, looks ? look_interval : *limit);
        if (stopped && stopped()) return Heard::stop;
        if (said == Said::nothing && !looks) return Heard::limit;
        if (allowance.is_spent(worker)) return Heard::spent;
        if (said == Said::nothing && !limit) idleness.look(worker);
        if (said == Said::nothing && idleness.lasts()) return Heard::idle;
        if (said == Said::end) return Heard::end;
        if (said != Said::bytes) continue;
        overseer.hear(chunk);
        if (overseer.garbled()) return Heard::garbled;
        if (overseer.is_done()) return Heard::done;
    }
}

/// True where somebody wanted to stop. A signal to a whole group of processes may end the worker before this
/// process has seen it.
bool stopped_with(const Ended& ended, const std::function<bool()>& stopped) {
    if (!stopped) return false;
    const bool asked = ended.by_signal && ended_by(ended) == EndedBy::request;
    for (int looks = asked ? 20 : 0; looks > 0 && !stopped(); --looks)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return stopped();
}

int supervise(ChildProcess& worker, const TimeLimits& limits, Sink& sink,
              const std::function<bool()>& stopped, Owed owed) {
    Overseer overseer(sink, limits, owed);
    const auto ended_by_force = [&](ExitCode code, const std::string& sentence) {
        worker.kill();
        worker.wait();
        sink.error(static_cast<int>(code), sentence);
        return static_cast<int>(code);
    };
    const auto heard = listen(worker, overseer, {worker, limits.processor_s}, stopped);
    if (heard == Heard::done) return static_cast<int>(ExitCode::right);
    if (heard == Heard::stop) {
        worker.kill();
        worker.wait();
        return stopped_code;
    }
    if (heard == Heard::limit) return ended_by_force(ExitCode::time_limit, overseer.time_limit_sentence());
    if (heard == Heard::spent) return ended_by_force(ExitCode::time_limit, overseer.spent_sentence());
    const bool lingers = heard == Heard::idle && overseer.finished();  // a driver hangs in its own cleanup
    if (lingers) worker.kill();
    if (heard == Heard::idle && !lingers)
        return ended_by_force(ExitCode::worker_died, overseer.idle_sentence());
    if (heard == Heard::garbled) return ended_by_force(ExitCode::worker_died, overseer.garbled_sentence());
    constexpr Ended unknown{false, static_cast<int>(ExitCode::worker_died)};
    Ended ended = worker.wait().value_or(unknown);
    if (lingers) ended = {false, *overseer.finished()};
    if (stopped_with(ended, stopped)) return stopped_code;
    const bool right_too_soon = owed == Owed::done && ended.code == static_cast<int>(ExitCode::right);
    if (overseer.announced(ended) && !right_too_soon) return ended.code;
    sink.error(static_cast<int>(ExitCode::worker_died), overseer.died_sentence(ended));
    return static_cast<int>(ExitCode::worker_died);
}

}  // namespace

int supervise(int argc, const char* const* argv, const TimeLimits& limits, Sink& sink) {
    catch_signals();
    ChildProcess worker(argc, argv);
    const int exit_code = supervise(
        worker, limits, sink, [] { return interruption() != 0; }, Owed::final_report);
    if (exit_code != stopped_code || interruption() == 0) return exit_code;
    sink.error(128 + interruption(), "Interrupted.");
    return 128 + interruption();
}

int supervise(const std::string& program, const std::vector<std::string>& words, const TimeLimits& limits,
              Sink& sink, const std::function<bool()>& stopped) {
    ChildProcess worker(program, words);
    return supervise(worker, limits, sink, stopped, Owed::final_report);
}

KeptWorker::KeptWorker(Start start, const TimeLimits& limits) : start_(std::move(start)), limits_(limits) {}
KeptWorker::~KeptWorker() = default;

int KeptWorker::carry_out(const std::string& order, Sink& sink, const std::function<bool()>& stopped) {
    if (worker_ && worker_->is_gone()) worker_.reset();
    if (!worker_) worker_ = start_();
    worker_->say(order);
    const int exit_code = supervise(*worker_, limits_, sink, stopped, Owed::done);
    if (exit_code != 0) worker_.reset();
    return exit_code;
}

}  // namespace pbp
