// SPDX-License-Identifier: MIT
#include "common/modes/judge/simulated.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <utility>

#include "common/card/who.hpp"
#include "common/device/guarded_backend.hpp"
#include "common/glsl/text_file.hpp"
#include "common/lesson/runner.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/judge/judge.hpp"
#include "common/modes/smallest.hpp"
#include "common/sim/beside/made_from.hpp"

namespace pbp::exercises {

namespace {

constexpr std::size_t most_n = 1100;  // of a case that is simulated: a verdict waits for all of them

}  // namespace

std::vector<SimulatedCase> simulated_cases(const Card& card) {
    constexpr std::size_t most_folded = 520;
    constexpr std::size_t most_longer = 2500, longer_cases = 3;
    using Order = sim::Settings::Order;
    static constexpr std::array<std::uint32_t, 5> sizes{32, 8, 1, 128, 4};
    static constexpr std::array orders{Order::in_order, Order::reverse, Order::random};
    std::vector<SimulatedCase> all, longer;
    for (const auto& words : card.cases) {
        const auto n = elements_of(words);
        SimulatedCase one{words, {}, n > most_n};
        one.settings.most_rounds = 20'000;
        if (one.longer) {
            if (n <= most_longer && longer.size() < longer_cases) longer.push_back(one);
            continue;
        }
        one.settings.subgroup_size = sizes[all.size() % sizes.size()];
        one.settings.order = orders[all.size() % orders.size()];
        one.settings.seed = all.size();
        all.push_back(one);
        if (n > most_folded || words.find("--local-size") == words.npos) continue;
        one.settings.most_workgroups = 3;
        one.settings.order = Order::random;
        for (const std::uint32_t size : {128u, 2u}) {
            one.settings.subgroup_size = size;
            all.push_back(one);
        }
    }
    all.insert(all.end(), longer.begin(), longer.end());
    return all;
}

namespace {

/// What all invocations of a run executed together.
std::uint64_t executed(const VersionReport& report) {
    std::uint64_t sum = 0;
    for (const auto& program : report.simulation)
        for (const auto& line : program.lines) sum += line.lanes;
    return sum;
}

/// One run of options.shader on a simulated machine, without pictures; if somebody looks at its history, that
/// is kept.
VersionReport simulated(const Subject& of, const std::string& words, const sim::Settings& settings,
                        Sink& sink, RunnerSettings how = {.timed = {.most = 0}},
                        const std::function<void(sim::Simulator&)>& look_at_history = {}) {
    constexpr std::size_t most_nodes = std::size_t{1} << 22;
    SilentSink quiet;
    Opened opened(settings, shader_tree(of.lesson, of.options), &sink);
    if (look_at_history)
        opened.simulator->follow(most_nodes, sim::Provenance::Keeps::history);
    else if (settings.counts_deeds && how.timed.most == 0)
        opened.simulator->follow(most_nodes);
    auto asked = case_options(of.lesson, of.options, words);
    asked.pictures = false;
    how.simulator = opened.simulator;
    auto report = Runner(opened.device, of.lesson, asked, quiet, how).run(of.version);
    if (look_at_history) look_at_history(*opened.simulator);
    return report;
}

/// The same, in half the time: only what is not right is run again, with its passes and notes.
VersionReport simulated_case(const Subject& of, const SimulatedCase& one, Sink& sink) {
    auto report =
        simulated(of, one.words, one.settings, sink, {.timed = {.most = 0}, .each_order_once = true});
    if (report.exit_code == 0 && !report.gave_up) return report;
    auto recorded =
        simulated(of, one.words, one.settings, sink, {.timed = {.most = 0}, .proves_repairs = true});
    return recorded.exit_code == 0 && !recorded.gave_up ? report : recorded;
}

}  // namespace

std::optional<VersionReport> simulate(const Subject& of, const std::vector<SimulatedCase>& cases, Sink& sink,
                                      std::string& note) {
    constexpr std::uint64_t much = 2'000'000;
    std::uint64_t most_executed = 0;
    for (const auto& one : cases) {
        if (one.longer && most_executed > much) break;
        sink.progress(of.version.name, 1, "the case " + one.words + " on the simulator");
        auto report = simulated_case(of, one, sink);
        if (report.exit_code == static_cast<int>(ExitCode::shader_does_not_build)) {
            note = "not judged on the simulator: " + report.message;
            return std::nullopt;
        }
        if (report.exit_code == static_cast<int>(ExitCode::wrong_usage) ||
            report.exit_code == static_cast<int>(ExitCode::machine_lacks))
            continue;  // not with such subgroups
        if (report.gave_up) {
            report.exit_code = static_cast<int>(ExitCode::check_failed);
            report.status = VersionReport::Status::failed;
            report.message = "It gave up, so its result was not judged.";
        }
        most_executed = std::max(most_executed, executed(report));
        if (report.exit_code == 0) continue;
        for (auto& program : report.simulation) program.lines.clear();
        const Case failing{words_by_flag(one.words), one.settings};
        report.notes.insert(report.notes.begin(), "on the simulator: " + command_of(of, failing));
        report.smallest = command_of_smallest(of, failing);
        return report;
    }
    return std::nullopt;
}

std::vector<sim::ProgramReport> found_in(const Subject& of, const std::string& words, Sink& sink) {
    if (elements_of(words) > most_n) return {};
    sim::Settings machine;
    machine.most_rounds = 20'000;
    auto programs =
        simulated(of, words, machine, sink, {.timed = {.most = 0}, .proves_repairs = true}).simulation;
    std::erase_if(programs, [](const sim::ProgramReport& program) { return !program.has_errors(); });
    for (auto& program : programs) program.lines.clear();
    return programs;
}

bool right_on_simulator(const Subject& of, const std::string& words, Sink& sink) {
    constexpr std::size_t most = 5000;  // elements
    if (elements_of(words) > most) return false;
    sink.progress(of.version.name, 1, "the case " + words + " on the simulator");
    const auto is_wrong = [](const VersionReport& report) {
        if (report.exit_code == static_cast<int>(ExitCode::wrong_usage) ||
            report.exit_code == static_cast<int>(ExitCode::machine_lacks))
            return false;  // not with such subgroups
        return report.status != VersionReport::Status::right || report.gave_up ||
               !sim::errors_of(report.simulation).empty();
    };
    sim::Settings machine;
    machine.processor_s = 20;
    machine.search = sim::Settings::Search::three_orders;
    for (const std::uint32_t size : {8u, 32u, 1u, 4u, 128u}) {  // a driver need not say which it has
        machine.subgroup_size = size;
        if (is_wrong(simulated(of, words, machine, sink))) return false;
        machine.search = sim::Settings::Search::one_order;
    }
    // Again with new buffers as dirty as the driver's, which end a little later.
    machine.subgroup_size = 8;
    auto backend = std::make_unique<sim::Simulator>(machine);
    auto* const simulator = backend.get();
    Device dirty(std::make_unique<GuardedBackend>(std::move(backend), false),
                 shader_tree(of.lesson, of.options), &sink);
    SilentSink quiet;
    auto asked = case_options(of.lesson, of.options, words);
    asked.pictures = false;
    return !is_wrong(Runner(dirty, of.lesson, asked, quiet, {.timed = {.most = 0}, .simulator = simulator})
                         .run(of.version));
}

namespace {

/// Adds what no counter has: where the values of stored words came from.
void add_origins(std::vector<sim::ProgramReport>& programs, const Subject& of, const Technique& technique,
                 Sink& sink) {
    for (const auto& fact : technique.facts) {
        const auto names = made_from_new(fact.count);  // a lambda takes no parts of it with Clang 14
        if (names.first.empty() || programs.empty()) continue;
        simulated(of, technique.run, {}, sink, {.timed = {.most = 0}, .each_order_once = true},
                  [&](sim::Simulator& simulator) {
                      programs.front().by_name[fact.count] =
                          sim::made_from_new(simulator, names.first, names.second);
                  });
    }
}

namespace fs = std::filesystem;

/// What the simulator counts of options.shader alone in the run that a card names; or why that did not end
/// well.
std::pair<std::vector<sim::ProgramReport>, Missed> counted(const Subject& of, const Technique& technique,
                                                           Fact::Run run, Sink& sink) {
    sim::Settings machine;
    machine.counts_deeds = true;
    if (run == Fact::Run::at_random) machine.order = sim::Settings::Order::random;
    auto report =
        simulated(of, technique.run, machine, sink, {.timed = {.most = run == Fact::Run::in_checks ? 0 : 1}});
    if (report.exit_code != 0)
        return {{}, {.failed = report.message, .exit_code = report.exit_code, .run = technique.run}};
    std::erase_if(report.simulation, [&](const sim::ProgramReport& program) {
        return fs::weakly_canonical(program.shader) != fs::weakly_canonical(of.options.shader);
    });
    return {std::move(report.simulation), Missed{}};
}

/// Facts that compare with the solution get what it does in this run; what it lacks is returned.
std::string run_solution(const Subject& of, Technique& technique, Sink& sink) {
    if (technique.facts.empty()) return {};
    auto ours = of.options;
    ours.shader = technique.solution;
    const auto [programs, problem] =
        counted({of.lesson, of.version, ours}, technique, Fact::Run::in_order, sink);
    if (!problem.failed.empty()) fail(ExitCode::check_failed, "{}: {}", technique.solution, problem.failed);
    return learn_from_solution(technique, programs);
}

/// The facts of one run.
Missed missed_in(Fact::Run run, const Subject& of, const Technique& technique, Sink& sink) {
    if (std::ranges::none_of(technique.facts, [&](const Fact& fact) { return fact.run == run; })) return {};
    sink.progress(of.version.name, 1, "the run that counts its technique: " + technique.run);
    auto [programs, problem] = counted(of, technique, run, sink);
    if (!problem.failed.empty()) return problem;
    if (run == Fact::Run::in_order) add_origins(programs, of, technique, sink);
    auto why = missed(technique, programs, run);
    return {.why = std::move(why), .run = technique.run};
}

Learned learned_from_solution(const Subject& of, Technique technique, Sink& sink) {
    if (const auto none = run_solution(of, technique, sink); !none.empty())
        fail(ExitCode::wrong_usage, "{} has no {} with {}.", technique.solution, none, technique.run);
    Learned all{technique};
    for (const auto& words : technique.elsewhere) {
        all.push_back(about_who(technique, words));
        run_solution(of, all.back(), sink);
    }
    return all;
}

}  // namespace

Missed technique_missed(const Subject& of, const Technique& technique, Learned& learned, Sink& sink) {
    const auto text = glsl::read_text(of.options.shader);
    if (auto why = misnamed(technique, text); !why.empty()) return {.why = std::move(why)};
    if (technique.facts.empty()) return {};
    if (auto why = renamed(technique, text, glsl::read_text(technique.solution)); !why.empty())
        return {.why = std::move(why)};
    if (learned.empty()) learned = learned_from_solution(of, technique, sink);
    for (const auto run : {Fact::Run::in_order, Fact::Run::at_random, Fact::Run::in_checks})
        if (auto found = missed_in(run, of, learned.front(), sink); found) return found;
    for (std::size_t i = 1; i < learned.size(); ++i)
        if (auto found = missed_in(Fact::Run::in_order, of, learned[i], sink); found) return found;
    return {};
}

}  // namespace pbp::exercises
