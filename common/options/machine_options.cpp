// SPDX-License-Identifier: MIT
#include "common/options/machine_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "common/lesson/lesson.hpp"
#include "common/lesson/version_names.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

const Words<ContextKind> context_kinds{
    {"auto", ContextKind::automatic}, {"glfw", ContextKind::glfw}, {"egl", ContextKind::egl}};

const Words<SubgroupBackend> backends{
    {"khr", SubgroupBackend::khr}, {"ballot", SubgroupBackend::ballot}, {"shared", SubgroupBackend::shared}};

/// A turn, as in "1", "2.1" or "1*3".
sim::Settings::Turn turn_from(std::string word) {
    constexpr std::uint32_t most = 1'000'000;
    const auto whole = word;
    const auto number = [&](const std::string& digits, std::uint32_t least) {
        if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos || digits.size() > 7)
            fail(ExitCode::wrong_usage,
                 "--sim-schedule: '{}' is no turn; one is [WORKGROUP.]SUBGROUP[*ACCESSES], as in 1 or 0.1*3.",
                 whole);
        return static_cast<std::uint32_t>(whole_from("--sim-schedule", digits, least, most));
    };
    sim::Settings::Turn made;
    if (const auto star = word.find('*'); star != word.npos) {
        made.accesses = number(word.substr(star + 1), 1);
        word.resize(star);
    }
    if (const auto dot = word.find('.'); dot != word.npos) {
        made.workgroup = number(word.substr(0, dot), 0);
        word.erase(0, dot + 1);
    }
    made.subgroup = number(word, 0);
    return made;
}

/// "in-order", "reverse", "random:SEED", "turns:TURN,TURN..." or "all".
void take_schedule(const std::string& word, sim::Settings& settings) {
    settings.search = word == "all" ? sim::Settings::Search::all_orders : sim::Settings::Search::one_order;
    if (word == "all") {
        settings.order = sim::Settings::Order::in_order;
        return;
    }
    const Words<sim::Settings::Order> orders{{"in-order", sim::Settings::Order::in_order},
                                             {"reverse", sim::Settings::Order::reverse},
                                             {"random", sim::Settings::Order::random},
                                             {"turns", sim::Settings::Order::turns}};
    const auto colon = word.find(':');
    settings.turns.clear();
    settings.order = choice_from("--sim-schedule", word.substr(0, colon), orders);
    if (colon == std::string::npos) {
        if (settings.order == sim::Settings::Order::random)
            fail(ExitCode::wrong_usage, "--sim-schedule: random needs a seed, as in random:1.");
        if (settings.order == sim::Settings::Order::turns)
            fail(ExitCode::wrong_usage, "--sim-schedule: turns needs subgroups, as in turns:1,0*3.");
        return;
    }
    if (settings.order == sim::Settings::Order::turns) {
        std::istringstream turns(word.substr(colon + 1) + ",");
        for (std::string turn; std::getline(turns, turn, ',');) settings.turns.push_back(turn_from(turn));
        return;
    }
    if (settings.order != sim::Settings::Order::random)
        fail(ExitCode::wrong_usage, "--sim-schedule: only random takes a seed, not '{}'.", word);
    settings.seed = seed_from("--sim-schedule", word.substr(colon + 1));
}

}  // namespace

void add_context(OptionGroup machine, ContextOptions& context) {
    machine.word(
        "--context", "KIND", "OpenGL context: auto, glfw (needs a display) or egl (needs none) [auto]",
        [&context](const auto& word) { context.kind = choice_from("--context", word, context_kinds); });
    machine.word("--gpu", "INDEX", "EGL device, by its number in ./learn doctor",
                 [&context](const auto& word) { context.gpu = index_from("--gpu", word); });
}

void check_context(const ContextOptions& context) {
    if (context.kind == ContextKind::glfw && context.gpu >= 0)
        fail(ExitCode::wrong_usage,
             "--gpu {} has no effect with --context glfw: it selects an EGL device; leave one of them out.",
             context.gpu);
}

std::vector<std::string> words_for(const ContextOptions& context) {
    const auto kind =
        std::ranges::find(context_kinds, context.kind, [](const auto& known) { return known.second; });
    std::vector<std::string> words{"--context", kind->first};
    if (context.gpu >= 0) words.insert(words.end(), {"--gpu", std::to_string(context.gpu)});
    return words;
}

void add_subgroup(OptionGroup machine, std::optional<SubgroupBackend>& subgroup) {
    machine.word("--subgroup", "KIND", "Back end for sg_* calls: khr, ballot or shared [the best available]",
                 [&subgroup](const auto& word) { subgroup = choice_from("--subgroup", word, backends); });
}

void add_limits(OptionGroup machine, const std::string& what, TimeLimits& limits) {
    machine.word("--time-limit", "SECONDS", "Stop " + what + " that takes longer [10]",
                 [&limits](const auto& word) { limits.dispatch_s = seconds_from("--time-limit", word); });
    machine.word("--compile-limit", "SECONDS", "Stop a compilation that takes longer [60]",
                 [&limits](const auto& word) { limits.compile_s = seconds_from("--compile-limit", word); });
}

sim::Settings& simulator_in(std::optional<sim::Settings>& asked) {
    if (!asked) asked.emplace().search = sim::Settings::Search::three_orders;
    return *asked;
}

void add_simulator(OptionGroup simulator, std::optional<sim::Settings>& asked) {
    const auto settings = [&asked]() -> sim::Settings& { return simulator_in(asked); };
    simulator.word(
        "--sim-subgroup", "LANES",
        "Subgroup size of the simulator: 1, 2, 4 ... 128 lanes [32]; like every --sim-..., implies --sim",
        [settings](const auto& word) { settings().subgroup_size = count_from("--sim-subgroup", word); });
    simulator.word(
        "--sim-schedule", "ORDER",
        "Execution order: in-order, reverse, random:SEED, turns:SUBGROUP,..., or all, of atomics in small "
        "dispatches [in-order, reverse and random:1]",
        [settings](const auto& word) { take_schedule(word, settings()); });
    simulator.word("--sim-groups", "COUNT",
                   "Most workgroups in x that the simulated machine takes; few make large grids fold [65535]",
                   [settings](const auto& word) {
                       settings().most_workgroups =
                           static_cast<std::uint32_t>(whole_from("--sim-groups", word, 1, 65535));
                   });
}

void add_listing(OptionGroup simulator, std::optional<sim::Settings>& asked) {
    simulator.action("--sim-spirv", "List the instructions of SPIR-V that each line was compiled to",
                     [&asked] { simulator_in(asked).lists_code = true; });
}

void add_costs(OptionGroup simulator, std::optional<sim::Settings>& asked) {
    const auto settings = [&asked]() -> sim::Settings& { return simulator_in(asked); };
    simulator.word("--card", "NAME",
                   "Predict the time on a GPU, line by line: h100 or h200 (docs/performance.md)",
                   [settings](const auto& name) { settings().card = name; });
    const auto memory = [&](const char* flag, const char* value, const char* help,
                            std::uint32_t sim::MemoryModel::*member) {
        simulator.word(flag, value, help, [settings, flag, member](const auto& word) {
            settings().memory.*member = count_from(flag, word);
        });
    };
    memory("--sim-banks", "COUNT", "Shared-memory banks, each 4 bytes wide [32]", &sim::MemoryModel::banks);
    memory("--sim-sector", "BYTES", "Memory sector size: the least that one transfer moves [32]",
           &sim::MemoryModel::sector_bytes);
    memory("--sim-line", "BYTES", "Cache line size, for the counts of compare [128]",
           &sim::MemoryModel::line_bytes);
}

}  // namespace pbp
