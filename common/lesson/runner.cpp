// SPDX-License-Identifier: MIT
#include "common/lesson/runner.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "common/base/files.hpp"
#include "common/base/heading.hpp"
#include "common/base/timing.hpp"
#include "common/lesson/debug_calls.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/simulation_pictures.hpp"
#include "common/record/export.hpp"
#include "common/report/failure_strips.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"

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

/// What was found in a checked run, with the counts of a plain one as far as its programs ran there.
/// A program that the checks alone compile otherwise (WEATHER) counts as the plain one of the same shader.
std::vector<sim::Account> counted_plainly(std::vector<sim::Account> checked,
                                          std::vector<sim::Account> plain) {
    const auto same = [](const sim::Account& a) {
        return [&a](const sim::Account& b) { return a.code == b.code; };
    };
    std::vector<std::shared_ptr<const sim::Code>> codes;
    for (const auto& account : checked) codes.push_back(account.code);
    for (auto& account : checked) {
        auto found = std::ranges::find_if(plain, same(account));
        if (found == plain.end())
            found = std::ranges::find_if(plain, [&](const sim::Account& one) {
                return one.source.files == account.source.files &&
                       std::ranges::find(codes, one.code) == codes.end();
            });
        if (found == plain.end()) continue;
        found->checked = std::make_shared<const sim::Account>(std::move(account));
        account = std::move(*found);
        plain.erase(found);
    }
    return checked;
}

}  // namespace

/// One version on its way: its programs stay built from run to run, and its report fills up.
class Runner::VersionRun {
  public:
    VersionRun(Runner& runner, const Version& version)
        : device_(runner.device_),
          lesson_(runner.lesson_),
          version_(version),
          options_(runner.options_),
          sink_(runner.sink_),
          settings_(runner.settings_),
          unwritten_(runner.unwritten_) {}
    VersionReport report();

  private:
    void run_on_device();
    void record_calls();
    void run_on_simulator();
    RunFacts checked(RunMode mode);
    RunFacts drawn();
    void run_in_other_orders();
    bool is_right_in(sim::Settings::Order order);
    void add_findings_of(const std::string& order, const std::vector<sim::Account>& accounts,
                         bool came_out_right);
    void time();
    void add_simulation(const std::vector<sim::Account>& accounts, bool came_out_right);
    bool paged() const { return settings_.paged && options_.paged(); }
    fs::path folder() const { return options_.out / lesson_.id; }

    /// Nothing is wrong so far, whether or not there was anything to compare with.
    bool is_fine() const { return report_.status == Status::right || report_.status == Status::unchecked; }

    Device& device_;
    const Lesson& lesson_;
    const Version& version_;
    const Options& options_;
    Sink& sink_;
    const RunnerSettings& settings_;
    Unwritten& unwritten_;
    ProgramCache programs_;
    VersionReport report_;
    std::string other_order_;  ///< that a simulator runs now, after the first one
};

VersionReport Runner::VersionRun::report() {
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
        report_.status = failure.code() == ExitCode::check_failed ? Status::wrong : Status::failed;
        report_.exit_code = static_cast<int>(failure.code());
        report_.message = failure.what();
        while (report_.message.ends_with('\n')) report_.message.pop_back();
    }
    return report_;
}

void Runner::VersionRun::run_on_device() {
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
            checked({.traced = tracing, .reversed = reversed, .paged = paged()});
        }
    report_.orders = !facts.reversible ? "natural order" : facts.fixed_order ? "partly both" : "both orders";
    time();
}

/// One run for the listener, from the first build to the last deletion. What fails in it fails in the run
/// after it as well, which reports it.
void Runner::VersionRun::record_calls() {
    settings_.listener->begin();
    try {
        ProgramCache own;
        Run run(device_, own, lesson_, version_, options_, {.traced = false}, sink_);
        lesson_.run(run);
    } catch (const Error& failure) {
        if (failure.code() == ExitCode::worker_died) throw;
    }
    report_.calls = settings_.listener->end();
}

/// Runs a version once traced, for its passes; once more without tracing, for the faults in it; and, where it
/// is to be counted, once as it is timed: without the dispatches that only a check makes.
void Runner::VersionRun::run_on_simulator() {
    auto& simulator = *settings_.simulator;
    std::vector<sim::Account> accounts;
    try {
        const auto facts = drawn();
        report_.orders = "simulated";
        if (facts.traced) {
            simulator.take_accounts();
            checked({.traced = false, .paged = paged()});
        }
        accounts = simulator.take_accounts();
        if (settings_.timed.most > 0) {
            Run plain(device_, programs_, lesson_, version_, options_, {.traced = false, .timed = true},
                      sink_);
            lesson_.run(plain);
            accounts = counted_plainly(std::move(accounts), simulator.take_accounts());
        }
    } catch (const Error&) {
        if (accounts.empty()) accounts = simulator.take_accounts();
        add_simulation(accounts, false);
        throw;
    }
    add_simulation(accounts, is_fine());
    if (is_fine() && version_.benched) run_in_other_orders();
}

/// A version that is right in order also runs in reverse and at random, until one of these goes wrong.
void Runner::VersionRun::run_in_other_orders() {
    using Order = sim::Settings::Order;
    const auto others = sim::other_orders(settings_.simulator->settings(), report_.simulation);
    if (!others.left_out.empty()) report_.notes.push_back(others.left_out);
    if (!others.wanted) return;
    if (is_right_in(Order::reverse) && is_right_in(Order::random)) report_.orders = "3 orders";
    settings_.simulator->use(Order::in_order);
}

bool Runner::VersionRun::is_right_in(sim::Settings::Order order) {
    auto& simulator = *settings_.simulator;
    simulator.take_accounts();
    simulator.use(order);
    other_order_ = sim::schedule_of(simulator.settings());
    std::string problem;
    bool ended = true;
    try {
        checked({.traced = false});
    } catch (const Error& failure) {
        if (failure.code() == ExitCode::worker_died) throw;
        ended = failure.code() != ExitCode::time_limit;
        if (!ended) {  // slow, but not wrong: the simulator reports a wait for ever by itself
            report_.notes.push_back(fmt::format(
                "{} was stopped at the time limit; what it found until then counts", other_order_));
        } else {
            report_.status = failure.code() == ExitCode::check_failed ? Status::wrong : Status::failed;
            report_.exit_code = static_cast<int>(failure.code());
            report_.message = problem = failure.what();
        }
    }
    add_findings_of(std::exchange(other_order_, {}), simulator.take_accounts(), problem.empty());
    return ended && report_.exit_code == 0;
}

/// What other orders found besides. Where atomics were overtaken and the result is wrong, that is why.
void Runner::VersionRun::add_findings_of(const std::string& order, const std::vector<sim::Account>& accounts,
                                         bool came_out_right) {
    bool faulty = false;
    for (const auto& account : accounts)
        faulty |= sim::add_findings(report_.simulation,
                                    sim::report(account, settings_.simulator->settings().subgroup_size),
                                    order, came_out_right ? sim::Overtaken::note : sim::Overtaken::error);
    if (came_out_right && faulty) {
        report_.status = Status::wrong;
        report_.exit_code = static_cast<int>(ExitCode::check_failed);
        report_.message = only_found;
    }
    for (const auto& program : report_.simulation)
        for (const auto& one : program.findings)
            if (one.explains && !one.note && one.schedule == order)
                return void(report_.message = fmt::format("A memory barrier is missing: {}; {}",
                                                          in_a_line(one), report_.message));
}

/// One run in a mode; a failed check becomes part of the report, with pictures, and is thrown on.
RunFacts Runner::VersionRun::checked(RunMode mode) {
    mode.framed = settings_.framed;
    mode.whole_up_to = settings_.whole_up_to;
    Run run(device_, programs_, lesson_, version_, options_, mode, sink_);
    run.recorder().set_circumstances(in_words(mode, other_order_));
    const auto keep_reports = [&](bool ended) {
        if (!mode.first() || mode.check_from > 0) return;
        report_.debug = run.debug_log().report(ended);
        std::ranges::copy(run.facts().notes, std::back_inserter(report_.notes));
    };
    try {
        lesson_.run(run);
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
        report_.diagnosis = run.recorder().diagnosis().findings;
        throw;
    } catch (const Error&) {  // a failed assertion among them
        if (mode.first()) run.send_page();
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
RunFacts Runner::VersionRun::drawn() {
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
void Runner::VersionRun::time() {
    const auto& [most, enough] = settings_.timed;
    if (most == 0) return;
    std::vector<double> elapsed;
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i <= most && (i < 2 || std::chrono::steady_clock::now() - began < enough); ++i) {
        Run run(device_, programs_, lesson_, version_, options_, {.traced = false, .timed = true}, sink_);
        lesson_.run(run);
        if (i > 0) elapsed.push_back(run.facts().elapsed_ms);
    }
    const auto timing = timing_of(elapsed);
    report_.elapsed_ms = timing.median_ms;
    report_.spread_ms = timing.spread_ms;
    report_.timed_runs = timing.runs;
}

/// What the simulator found in a version beside its results becomes part of the report.
void Runner::VersionRun::add_simulation(const std::vector<sim::Account>& accounts, bool came_out_right) {
    const auto& machine = settings_.simulator->settings();
    bool faulty = false;
    for (const auto& account : accounts) {
        report_.simulation.push_back(sim::report(account, machine.subgroup_size));
        if (came_out_right)
            std::erase_if(report_.simulation.back().findings, [](const auto& one) { return one.explains; });
        faulty |= report_.simulation.back().has_errors();
        const auto shader = account.source.files.front().stem().string();
        if (!options_.pictures || account.source.files.front().parent_path().filename() == "common") continue;
        const auto stem = shader == version_.name ? version_.name + "_sim" : version_.name + "_sim_" + shader;
        unwritten_.attempt([&] {
            std::ranges::copy(
                save_simulation_pictures(account, machine, folder() / stem,
                                         fmt::format("{}, {}", heading(lesson_.id, lesson_.title), shader)),
                std::back_inserter(report_.pictures));
        });
    }
    if (!faulty || !is_fine() || !version_.benched) return;
    report_.status = Status::wrong;
    report_.exit_code = static_cast<int>(ExitCode::check_failed);
    report_.message = only_found;
}

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
    if (own_n_) options_.n = version.n != 0 ? version.n : lesson_.n;
    return VersionRun(*this, version).report();
}

}  // namespace pbp
