// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "common/base/files.hpp"
#include "common/base/timing.hpp"
#include "common/lesson/debug_calls.hpp"
#include "common/lesson/runner.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/simulation_pictures.hpp"
#include "common/record/export.hpp"
#include "common/report/failure_strips.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

namespace {

using Status = VersionReport::Status;

std::string in_words(const RunMode& mode) {
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

/// Runs a version under one mode; a failed check becomes part of the report, with pictures, and is thrown on.
Run::Facts checked_run(Device& device, ProgramCache& programs, const Lesson& lesson, const Version& version,
                       const Options& options, RunMode mode, Sink& sink, VersionReport& report,
                       const Runner::Keeper& keep, Unwritten& unwritten) {
    Run run(device, programs, lesson, version, options, mode, sink);
    run.recorder().set_circumstances(in_words(mode));
    const auto keep_debug_report = [&](bool ended) {
        if (mode.first() && mode.check_from == 0) report.debug = run.debug_log().report(ended);
    };
    try {
        lesson.run(run);
        keep_debug_report(true);
    } catch (const CheckFailed&) {
        run.send_page();
        keep_debug_report(false);
        const auto& checked = run.facts().checked;
        if (run.facts().sampled && mode.check_from == 0) {
            // Between the last right pass and this one lie passes that nobody looked at: look at all of them.
            mode.check_from = checked.size() < 2 ? 1 : checked[checked.size() - 2] + 1;
            mode.check_to = run.facts().passes;
            mode.traced = true;
            checked_run(device, programs, lesson, version, options, mode, sink, report, keep, unwritten);
        }
        if (keep) keep(version, run.recorder());
        report.passes = run.facts().passes;
        report.passes_checked = run.recorder().passes_checked();
        if (!options.out.empty())
            unwritten.attempt([&] {
                ensure_writable(options.out / lesson.id, "--out");
                report.pictures = save_failure_strips(options.out / lesson.id, version.name, run.recorder());
            });
        report.diagnosis = run.recorder().diagnosis().findings;
        throw;
    } catch (const Error&) {  // a failed assertion among them
        if (mode.first()) run.send_page();
        keep_debug_report(false);
        throw;
    }
    report.gave_up |= run.facts().gave_up;
    if (mode.check_from > 0) return run.facts();  // it was right this time: the first failure stands
    if (mode.first()) {
        run.send_page();
        if (keep) keep(version, run.recorder());
        report.passes_checked = run.recorder().passes_checked();
        report.passes = run.facts().passes;
        if (report.passes > 0 && report.passes_checked == 0) report.status = Status::shown;
        report.pictures = run.facts().pictures;
        std::ranges::copy(run.facts().notes, std::back_inserter(report.notes));
        if (run.facts().sampled)
            report.notes.push_back(fmt::format(
                "checked were the end result and, as n is above the work budget, of {} passes only {}",
                report.passes, listed(run.facts().checked)));
    }
    return run.facts();
}

/// The run that the report is about, with pictures if any are wanted; `tell` makes it in a mode. Where a
/// picture cannot be written it is made once more without any: results come first.
template <typename Tell>
Run::Facts drawn_run(const Options& options, Unwritten& unwritten, Tell tell) {
    RunMode mode{.drawn = options.pictures, .paged = writes_page(options)};
    try {
        return tell(mode);
    } catch (const NotWritten& problem) {
        unwritten.keep(problem);
        mode.drawn = false;
        return tell(mode);
    }
}

/// The median of a few timed runs behind one that warms up; stops early where a run takes long.
void time_version(Device& device, ProgramCache& programs, const Lesson& lesson, const Version& version,
                  const Options& options, Sink& sink, VersionReport& report, const TimedRuns& timed) {
    if (timed.most == 0) return;
    std::vector<double> elapsed;
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i <= timed.most && (i < 2 || std::chrono::steady_clock::now() - began < timed.enough);
         ++i) {
        Run run(device, programs, lesson, version, options,
                {.traced = false, .reversed = false, .timed = true, .drawn = false}, sink);
        lesson.run(run);
        if (i > 0) elapsed.push_back(run.facts().elapsed_ms);
    }
    const auto timing = timing_of(elapsed);
    report.elapsed_ms = timing.median_ms;
    report.spread_ms = timing.spread_ms;
    report.timed_runs = timing.runs;
}

/// What the simulator found in a version beside its results becomes part of the report.
void add_simulation(const std::vector<sim::Account>& accounts, const sim::Simulator& simulator,
                    const Lesson& lesson, const Version& version, const Options& options,
                    VersionReport& report, bool came_out_right, Unwritten& unwritten) {
    bool faulty = false;
    for (const auto& account : accounts) {
        report.simulation.push_back(sim::report(account, simulator.settings().subgroup_size));
        if (came_out_right)
            std::erase_if(report.simulation.back().findings, [](const auto& one) { return one.explains; });
        faulty |= report.simulation.back().has_errors();
        const auto shader = account.source.files.front().stem().string();
        if (!options.pictures || account.source.files.front().parent_path().filename() == "common") continue;
        const auto stem = shader == version.name ? version.name + "_sim" : version.name + "_sim_" + shader;
        unwritten.attempt([&] {
            std::ranges::copy(save_simulation_pictures(
                                  account, simulator.settings(), options.out / lesson.id / stem,
                                  fmt::format("{} {}, {}", lesson.id.substr(0, 2), lesson.title, shader)),
                              std::back_inserter(report.pictures));
        });
    }
    if (!faulty || report.status != Status::right || !version.benched) return;
    report.status = Status::wrong;
    report.exit_code = static_cast<int>(ExitCode::check_failed);
    report.message = only_found;
}

/// What was found in a checked run, with the counts of a plain one as far as its programs ran there.
std::vector<sim::Account> counted_plainly(std::vector<sim::Account> checked,
                                          std::vector<sim::Account> plain) {
    for (auto& account : checked)
        for (auto& other : plain)
            if (other.code == account.code) {
                other.findings = std::move(account.findings);
                account = std::move(other);
                break;
            }
    return checked;
}

/// Runs a version once traced, for its passes; once more without tracing, for the faults in it; and, where it
/// is to be counted, once as it is timed: without the dispatches that only a check makes.
void simulated_run(Device& device, ProgramCache& programs, const Lesson& lesson, const Version& version,
                   const Options& options, Sink& sink, VersionReport& report, const Runner::Keeper& keep,
                   bool counted, sim::Simulator& simulator, Unwritten& unwritten) {
    std::vector<sim::Account> accounts;
    try {
        const auto told = [&](const RunMode& mode) {
            simulator.take_accounts();
            return checked_run(device, programs, lesson, version, options, mode, sink, report, keep,
                               unwritten);
        };
        const auto facts = drawn_run(options, unwritten, told);
        report.orders = "simulated";
        if (facts.traced) told({.traced = false, .paged = writes_page(options)});
        accounts = simulator.take_accounts();
        if (counted) {
            Run plain(device, programs, lesson, version, options,
                      {.traced = false, .reversed = false, .timed = true, .drawn = false}, sink);
            lesson.run(plain);
            accounts = counted_plainly(std::move(accounts), simulator.take_accounts());
        }
    } catch (const Error&) {
        if (accounts.empty()) accounts = simulator.take_accounts();
        add_simulation(accounts, simulator, lesson, version, options, report, false, unwritten);
        throw;
    }
    add_simulation(accounts, simulator, lesson, version, options, report, report.status == Status::right,
                   unwritten);
}

VersionReport run_version(Device& device, const Lesson& lesson, const Version& version,
                          const Options& options, Sink& sink, const Runner::Keeper& keep,
                          const TimedRuns& timed, sim::Simulator* simulator, Unwritten& unwritten) {
    VersionReport report;
    report.name = version.name;
    report.idea = version.idea;
    if (options.debug && !calls_debug(lesson, version, options))
        report.notes.push_back("--debug: there is no ASSERT or LOG call in its shaders");
    if (const auto why = not_served(lesson, version, options, *options.n, device.limits()); !why.empty()) {
        report.status = options.only.empty() ? Status::skipped : Status::failed;
        report.exit_code = options.only.empty() ? 0 : static_cast<int>(ExitCode::wrong_usage);
        report.message = why;
        return report;
    }
    ProgramCache programs;
    if (!options.out.empty()) remove_pictures(options.out / lesson.id, version.name);
    try {
        if (simulator != nullptr) {
            simulated_run(device, programs, lesson, version, options, sink, report, keep, timed.most > 0,
                          *simulator, unwritten);
            return report;
        }
        const auto told = [&](const RunMode& mode) {
            return checked_run(device, programs, lesson, version, options, mode, sink, report, keep,
                               unwritten);
        };
        if (options.watch && options.card.empty()) {
            // Pictures and the other orders take most of a round: whoever edits need not wait for them.
            const auto untold = report;
            told({.paged = writes_page(options)});
            sink.so_far(report);
            report = untold;
        }
        const auto facts = drawn_run(options, unwritten, told);
        report.orders = "natural order";
        if (options.capture) {
            report.notes.push_back(fmt::format(
                "{}; not timed",
                facts.dispatches == 1
                    ? "one dispatch, in a frame of its own"
                    : fmt::format("{} dispatches, each in a frame of its own", facts.dispatches)));
            return report;
        }
        const bool traced = facts.traced && !facts.sampled;
        for (const bool tracing : {true, false})
            for (const bool reversed : {false, true}) {
                const RunMode mode{.traced = tracing, .reversed = reversed, .paged = writes_page(options)};
                if (tracing && !reversed) continue;           // has been
                if (reversed && !facts.reversible) continue;  // subgroup operations know their own order
                if (!tracing && !traced) continue;            // the traced program was the plain one
                told(mode);
            }
        report.orders = !facts.reversible   ? "natural order"
                        : facts.fixed_order ? "partly both"
                                            : "both orders";
        time_version(device, programs, lesson, version, options, sink, report, timed);
    } catch (const Error& failure) {
        if (failure.code() == ExitCode::worker_died) throw;  // the context is lost: nothing more can run
        report.status = failure.code() == ExitCode::check_failed ? Status::wrong : Status::failed;
        report.exit_code = static_cast<int>(failure.code());
        report.message = failure.what();
        while (report.message.ends_with('\n')) report.message.pop_back();
    }
    return report;
}

}  // namespace

bool writes_page(const Options& options) {
    return options.pictures && !options.capture && !options.bench && !options.tune && options.soak == 0 &&
           options.card.empty() && !options.sim_sweep && !options.window;
}

Runner::Runner(Device& device, const Lesson& lesson, const Options& asked, Sink& sink, Keeper keep,
               TimedRuns timed, sim::Simulator* simulator)
    : device_(device),
      lesson_(lesson),
      options_(settled(lesson, asked, device)),
      own_n_(!options_.n),
      sink_(sink),
      keep_(std::move(keep)),
      timed_(timed),
      simulator_(simulator) {
    sink.start(describe(device, lesson, options_, common_n(lesson, options_)));
    if (own_n_) options_.n = lesson.n;
}

VersionReport Runner::run(const Version& version) {
    if (own_n_) options_.n = version.n != 0 ? version.n : lesson_.n;
    return run_version(device_, lesson_, version, options_, sink_, keep_, timed_, simulator_, unwritten_);
}

}  // namespace pbp
