// SPDX-License-Identifier: MIT
// What a version does on the simulator: VersionRun's part with orders, findings and counts.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "common/base/fnv.hpp"
#include "common/base/heading.hpp"
#include "common/lesson/simulation_pictures.hpp"
#include "common/lesson/version_run.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/sim/beside/beside.hpp"
#include "common/sim/beside/repair.hpp"
#include "common/sim/report/assembly.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/card.hpp"
#include "common/sim/reported/words.hpp"

namespace pbp {

namespace {

using Status = VersionReport::Status;

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

/// Runs a version once traced, for its passes, unless each order is run once; once more without tracing, for
/// the faults in it; and, where it is to be counted, once as it is timed: without the dispatches that only a
/// check makes.
void VersionRun::run_on_simulator() {
    auto& simulator = *settings_.simulator;
    std::vector<sim::Account> accounts;
    try {
        const bool again = settings_.each_order_once || drawn().traced;
        report_.orders = "simulated";
        std::map<std::filesystem::path, std::uint64_t> unfounded;  // by shader: only what traces knows that
        if (again) {
            for (const auto& traced : simulator.take_accounts())
                unfounded[traced.source.files.front()] += traced.counters.deeds.unfounded;
            checked({.traced = false, .paged = paged()});
        }
        accounts = simulator.take_accounts();
        for (auto& account : accounts)
            account.counters.deeds.unfounded += unfounded[account.source.files.front()];
        if (settings_.timed.most > 0) {
            Run plain(device_, programs_, lesson_, version_, options_, {.traced = false, .timed = true},
                      sink_);
            lesson_.tell(version_, plain);
            accounts = counted_plainly(std::move(accounts), simulator.take_accounts());
        }
    } catch (const Error&) {
        if (accounts.empty()) accounts = simulator.take_accounts();
        add_simulation(accounts, false);
        throw;
    }
    add_simulation(accounts, is_fine());
    if (is_fine() && version_.benched) run_in_other_orders();
    if (is_fine() && version_.benched && sim::accuse_late_atomics(report_.simulation)) is_only_faulty();
}

/// A version that is right in order also runs in reverse and at random, until one of these goes wrong.
void VersionRun::run_in_other_orders() {
    using Order = sim::Settings::Order;
    const auto others = sim::other_orders(settings_.simulator->settings(), report_.simulation);
    if (!others.left_out.empty()) report_.notes.push_back(others.left_out);
    if (!others.wanted) return;
    if (is_right_in(Order::reverse) && is_right_in(Order::random)) report_.orders = "3 orders";
    settings_.simulator->use(Order::in_order);
}

bool VersionRun::is_right_in(sim::Settings::Order order) {
    auto& simulator = *settings_.simulator;
    simulator.take_accounts();
    simulator.use(order);
    other_order_ = sim::schedule_of(simulator.settings());
    std::string problem;
    bool ended = true, depends = false;
    try {
        depends = differs(checked({.traced = false}).left);
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
    const auto accounts = simulator.take_accounts();
    if (depends && !overtaken(accounts)) depends = false;
    add_findings_of(std::exchange(other_order_, {}), accounts, problem.empty() && !depends);
    if (depends && is_fine()) is_only_faulty();
    return ended && report_.exit_code == 0;
}

/// True if another order left something else than the first one. A note says so, once.
bool VersionRun::differs(const std::vector<Left>& left) {
    const auto words = first_difference(left, report_.left);
    if (words.empty()) return false;
    const std::string depends = "the result depends on the order: ";
    if (std::ranges::none_of(report_.notes, [&](const auto& one) { return one.starts_with(depends); }))
        report_.notes.push_back(fmt::format("{}with --sim-schedule {}, {}", depends, other_order_, words));
    return true;
}

/// True if atomics that were overtaken are why another order left something else: without them it leaves the
/// same.
bool VersionRun::overtaken(const std::vector<sim::Account>& accounts) {
    auto machine = settings_.simulator->settings();
    const bool any = std::ranges::any_of(accounts, [&](const auto& account) {
        return std::ranges::any_of(sim::report(account, machine.subgroup_size).findings,
                                   &sim::ReportedFinding::explains);
    });
    if (!any) return false;
    machine.late_atomics = false;
    sim::Beside beside(machine, shader_tree(lesson_, options_), options_.limit_s, sink_);
    RunFacts facts;
    SilentSink silent;
    const auto ended =
        beside.run([&](Device& device) { facts = repeat_on(device, options_, {.traced = false}, silent); });
    return ended.empty() && first_difference(facts.left, report_.left).empty();
}

/// What other orders found besides. Where atomics were overtaken and the result is wrong, that is why.
void VersionRun::add_findings_of(const std::string& order, const std::vector<sim::Account>& accounts,
                                 bool came_out_right) {
    bool faulty = false;
    for (const auto& account : accounts)
        faulty |= sim::add_findings(report_.simulation,
                                    sim::report(account, settings_.simulator->settings().subgroup_size),
                                    order, came_out_right ? sim::Overtaken::note : sim::Overtaken::error);
    if (came_out_right && faulty) is_only_faulty();
    for (const auto& program : report_.simulation)
        for (const auto& one : program.findings)
            if (one.explains && !one.note && one.schedule == order)
                return void(report_.message = fmt::format("A memory barrier is missing: {}; {}",
                                                          in_a_line(one), report_.message));
}

/// What the simulator found in a version beside its results becomes part of the report.
void VersionRun::add_simulation(const std::vector<sim::Account>& accounts, bool came_out_right) {
    const auto& machine = settings_.simulator->settings();
    const bool costs_little = machine.card.empty() && !machine.counts_deeds;
    const auto costs = costs_little ? sim::GpuCosts::left_out : sim::GpuCosts::counted;
    bool faulty = false;
    for (const auto& account : accounts) {
        report_.simulation.push_back(sim::report(account, machine.subgroup_size, costs));
        if (machine.lists_code) report_.simulation.back().code = sim::code_of(account);
        if (came_out_right)
            std::erase_if(report_.simulation.back().findings,
                          [](const auto& one) { return one.explains && one.schedule.empty(); });
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
    if (faulty && is_fine() && version_.benched) is_only_faulty();
    if (machine.card.empty()) return;
    report_.predicted = sim::predict(report_.simulation, sim::read_card(machine.card));
    report_.predicted.measured_us =
        sim::measured_us(machine.card, lesson_.id.substr(0, 2), version_.name, options_.n.value_or(0));
    report_.predicted.words = in_sentences(report_.predicted);
}

/// One finding, with the change that brings the accesses into order, for all those which that removes. Many
/// runs follow: where one takes long, they have fewer elements.
bool VersionRun::prove_repair() {
    if (sim::errors_of(report_.simulation).empty()) return false;
    constexpr double runs = 32;
    constexpr std::uint32_t few = 64;
    double elapsed_ms = 0;
    for (const auto& program : report_.simulation) elapsed_ms += program.elapsed_ms;
    auto whole = options_;
    whole.pictures = whole.page_alone = false;
    auto part = whole;
    const auto time_ms = sim::repairing_s() * 1e3;
    const bool scales = lesson_.smaller == nullptr;  // n says how much work there is
    for (; scales && elapsed_ms * runs > time_ms && *part.n > few; elapsed_ms /= 2) *part.n /= 2;
    SilentSink silent;
    const auto again = [&](Device& simulated, sim::Extent extent) {
        try {
            const auto facts = repeat_on(simulated, extent.whole ? whole : part,
                                         {.traced = false, .timed = !extent.checks}, silent);
            sim::Result result{.right = !facts.gave_up};
            for (const auto& left : facts.left)
                result.words = fnv1a(left.words.data(), left.words.size(), result.words);
            return result;
        } catch (const CheckFailed&) {
            return sim::Result{.right = false};
        }
    };
    const auto machine = settings_.simulator != nullptr ? settings_.simulator->settings() : beside();
    auto repair = sim::repair_of(machine, shader_tree(lesson_, options_), sink_, again);
    if (!repair) return false;
    if (*part.n != *whole.n)
        repair->sentence.insert(repair->sentence.size() - 1, fmt::format(" at n = {}", *part.n));
    if (!sim::state(*repair, report_.simulation)) return false;
    report_.cause = {};  // the repair says more
    return true;
}

/// Its results are right, but its programs have faults.
void VersionRun::is_only_faulty() {
    report_.message = report_.status == Status::unchecked ? found_unchecked : only_found;
    report_.status = Status::wrong;
    report_.exit_code = static_cast<int>(ExitCode::check_failed);
}

}  // namespace pbp
