// SPDX-License-Identifier: MIT
#include "common/lesson/version_run.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "common/base/files.hpp"
#include "common/base/timing.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/record/export.hpp"
#include "common/report/failure_pictures.hpp"
#include "common/sim/beside/left_loop.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

using Status = VersionReport::Status;

std::string in_words(const RunMode& mode, const std::string& other_order) {
    if (!other_order.empty()) return fmt::format(" (with --sim-schedule {}; right in order)", other_order);
    return std::string(mode.reversed ? " (invocations of a workgroup in reversed order"
                                     : " (invocations in natural order") +
           (mode.traced ? ")" : ", not traced)");
}

/// Pass numbers in words; of many only the first and the last few.
std::string listed(const std::vector<std::uint64_t>& passes) {
    if (passes.size() <= 12) return fmt::format("{}", fmt::join(passes, ", "));
    return fmt::format("{}, ... {} ({} of them)", fmt::join(passes.begin(), passes.begin() + 6, ", "),
                       fmt::join(passes.end() - 3, passes.end(), ", "), passes.size());
}

}  // namespace

Runner::Runner(Device& device, const Lesson& lesson, const Options& asked, Sink& sink,
               RunnerSettings settings)
    : device_(device),
      lesson_(lesson),
      options_(settled(lesson, asked, device)),
      own_n_(!options_.n),
      sink_(sink),
      settings_(std::move(settings)) {
    sink.start(describe(device, lesson, options_, common_n(lesson, options_)));
    if (own_n_) options_.n = lesson.n;
}

VersionReport Runner::run(const Version& version) {
    if (own_n_) options_.n = lesson_.n_of(version);
    return VersionRun(device_, lesson_, version, options_, sink_, settings_, unwritten_).report();
}

VersionReport VersionRun::report() {
    report_.name = version_.name;
    report_.idea = version_.idea;
    if (options_.debug && !calls_debug(lesson_, version_, options_))
        report_.notes.push_back("--debug: its shaders contain no ASSERT or LOG call");
    if (const auto why = not_served(lesson_, version_, options_, *options_.n, device_.limits());
        !why.empty()) {
        report_.status = options_.only.empty() ? Status::skipped : Status::failed;
        report_.exit_code = options_.only.empty() ? 0 : static_cast<int>(ExitCode::wrong_usage);
        report_.message = why;
        return report_;
    }
    if (!options_.out.empty()) remove_pictures(folder(), version_.name);
    try {
        if (settings_.simulator != nullptr)
            run_on_simulator();
        else
            run_on_device();
    } catch (const Error& failure) {
        if (failure.code() == ExitCode::worker_died) throw;  // the context is lost: nothing more can run
        if (failure.code() == ExitCode::wrong_usage && lesson_.smaller != nullptr)
            throw;  // it has no other version
        report_.status = failure.code() == ExitCode::check_failed ? Status::wrong : Status::failed;
        report_.exit_code = static_cast<int>(failure.code());
        report_.message = failure.what();
        while (report_.message.ends_with('\n')) report_.message.pop_back();
    }
    if (settings_.names_left_loops && settings_.simulator == nullptr) name_left_loop();
    if (settings_.explains || settings_.proves_repairs) explain();
    if (options_.certifies && report_.exit_code == 0) certify();
    look_back();
    return report_;
}

/// What nothing was compared with is wrong if a loop was left; what is wrong has a reason.
void VersionRun::name_left_loop() {
    const bool shown = report_.status == Status::shown || report_.status == Status::unchecked;
    if (report_.status != Status::wrong && (!shown || !options_.compares)) return;
    auto asked = options_;
    asked.pictures = asked.page_alone = false;
    const auto left = sim::left_loop(
        device_, shader_tree(lesson_, options_), options_.limit_s, sink_,
        [&](Device& simulated) { repeat_on(simulated, asked, {.traced = false, .timed = true}, sink_); });
    if (!left) return;
    if (!shown || !left->certain) return report_.notes.push_back(left->sentence);
    report_.status = Status::wrong;
    report_.exit_code = static_cast<int>(ExitCode::check_failed);
    report_.message = left->sentence;
}

void VersionRun::run_on_device() {
    if (settings_.tells_so_far) {
        // Pictures and the other orders take most of a round: do not keep the learner waiting for them.
        const auto untold = report_;
        checked({.paged = paged()});
        sink_.so_far(report_);
        report_ = untold;
    }
    if (settings_.listener != nullptr) record_calls();
    const auto facts = drawn();
    report_.orders = "natural order";
    if (settings_.listener != nullptr) return;
    if (settings_.framed) {
        report_.notes.push_back(fmt::format(
            "{}; not timed", facts.dispatches == 1
                                 ? "one dispatch, in its own frame"
                                 : fmt::format("{} dispatches, one frame each", facts.dispatches)));
        return;
    }
    if (!options_.compares) {  // another order would only be another chance to differ
        report_.notes.push_back("compared with nothing: --no-check");
        return time();
    }
    const bool traced = facts.traced && !facts.sampled;
    for (const bool tracing : {true, false})
        for (const bool reversed : {false, true}) {
            if (tracing && !reversed) continue;           // has been
            if (reversed && !facts.reversible) continue;  // subgroup operations know their own order
            if (!tracing && !traced) continue;            // the traced program was the plain one
            // Of a traced program its natural order has been run, too: only the plain one is left, reversed.
            if (settings_.each_order_once && traced && (tracing || !reversed)) continue;
            checked({.traced = tracing, .reversed = reversed, .paged = paged()});
        }
    report_.orders = !facts.reversible ? "natural order" : facts.fixed_order ? "mixed orders" : "both orders";
    if (facts.reversible && facts.fixed_order)
        report_.notes.emplace_back(
            "mixed orders: natural where a shader uses subgroup operations, both orders elsewhere");
    time();
}

/// One run for the listener, from the first build to the last deletion. What fails in it fails in the run
/// after it as well, which reports it.
void VersionRun::record_calls() {
    settings_.listener->begin();
    try {
        ProgramCache own;
        Run run(device_, own, lesson_, version_, options_, {.traced = false}, sink_);
        lesson_.tell(version_, run);
    } catch (const Error& failure) {
        if (failure.code() == ExitCode::worker_died) throw;
    }
    report_.calls = settings_.listener->end();
}

/// One run in a mode; a failed check becomes part of the report, with pictures, and is thrown on.
RunFacts VersionRun::checked(RunMode mode) {
    mode.framed = settings_.framed;
    mode.whole_up_to = settings_.whole_up_to;
    if (mode.first() && mode.check_from == 0) {
        mode.observed = [this] { return &observed().rows; };
        if (settings_.explains) mode.planned = [this] { return planned(); };
    }
    Run run(device_, programs_, lesson_, version_, options_, mode, sink_);
    run.recorder().set_circumstances(in_words(mode, other_order_));
    const auto keep_reports = [&](bool ended) {
        if (!mode.first() || mode.check_from > 0) return;
        report_.debug = run.debug_log().report(ended);
        report_.contents = run.facts().contents;
        report_.left = run.facts().left;
        std::ranges::copy(run.facts().notes, std::back_inserter(report_.notes));
    };
    try {
        lesson_.tell(version_, run);
        keep_reports(true);
    } catch (const CheckFailed&) {
        run.send_page();
        keep_reports(false);
        const auto& looked_at = run.facts().checked;
        if (run.facts().sampled && mode.check_from == 0) {
            // Between the last right pass and this one lie passes that nobody looked at: look at all of them.
            mode.check_from = looked_at.size() < 2 ? 1 : looked_at[looked_at.size() - 2] + 1;
            mode.check_to = run.facts().passes;
            mode.traced = true;
            checked(mode);
        }
        if (settings_.keep) settings_.keep(version_, run.recorder());
        report_.passes = run.facts().passes;
        report_.passes_checked = run.recorder().passes_checked();
        if (!options_.out.empty())
            unwritten_.attempt([&] {
                ensure_writable(folder(), "--out");
                report_.pictures = save_failure_strips(folder(), version_.name, run.recorder());
            });
        report_.cause = run.recorder().cause();
        workgroup_ = run.recorder().wrong_workgroup();
        throw;
    } catch (const Error& failure) {  // a failed assertion among them
        if (mode.first() && failure.code() != ExitCode::wrong_usage) run.send_page();
        keep_reports(false);
        throw;
    }
    report_.gave_up |= run.facts().gave_up;
    if (mode.check_from > 0) return run.facts();  // right this time: the first failure is the one to report
    if (mode.first()) {
        run.send_page();
        if (settings_.keep) settings_.keep(version_, run.recorder());
        report_.passes_checked = run.recorder().passes_checked();
        report_.passes = run.facts().passes;
        if (run.recorder().passes_checked() + run.recorder().results_checked() == 0 && report_.passes > 0)
            report_.status = run.recorder().passes_unchecked() > 0 ? Status::unchecked : Status::shown;
        report_.pictures = run.facts().pictures;
        if (run.facts().sampled)
            report_.notes.push_back(fmt::format(
                "n is above the work budget, so only the end result was checked, and of {} passes only {}",
                report_.passes, listed(run.facts().checked)));
    }
    return run.facts();
}

/// The run that the report is about, with pictures if any are wanted. Where a picture cannot be written it is
/// made once more without any: results come first.
RunFacts VersionRun::drawn() {
    RunMode mode{.drawn = options_.pictures, .paged = paged()};
    const auto anew = [&] {
        if (settings_.simulator != nullptr) settings_.simulator->take_accounts();
        return checked(mode);
    };
    try {
        return anew();
    } catch (const NotWritten& problem) {
        unwritten_.keep(problem);
        mode.drawn = false;
        return anew();
    }
}

/// The median of a few timed runs after a warm-up; stops early if runs take long.
void VersionRun::time() {
    const auto& [most, enough] = settings_.timed;
    if (most == 0) return;
    std::vector<double> elapsed;
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i <= most && (i < 2 || std::chrono::steady_clock::now() - began < enough); ++i) {
        Run run(device_, programs_, lesson_, version_, options_, {.traced = false, .timed = true}, sink_);
        lesson_.tell(version_, run);
        if (i > 0) elapsed.push_back(run.facts().elapsed_ms);
    }
    const auto timing = timing_of(elapsed);
    report_.elapsed_ms = timing.median_ms;
    report_.spread_ms = timing.spread_ms;
    report_.timed_runs = timing.runs;
}

}  // namespace pbp
