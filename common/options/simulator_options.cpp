// SPDX-License-Identifier: MIT
#include "common/options/simulator_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/lesson/lesson.hpp"
#include "common/lesson/version_names.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

/// "in-order", "reverse", "random" or "random:SEED".
void take_schedule(const std::string& word, sim::Settings& settings) {
    const Words<sim::Settings::Order> orders{{"in-order", sim::Settings::Order::in_order},
                                             {"reverse", sim::Settings::Order::reverse},
                                             {"random", sim::Settings::Order::random}};
    const auto colon = word.find(':');
    settings.order = choice_from("--sim-schedule", word.substr(0, colon), orders);
    if (colon == std::string::npos) return;
    if (settings.order != sim::Settings::Order::random)
        fail(ExitCode::wrong_usage, "--sim-schedule: only random takes a seed, not '{}'.", word);
    settings.seed = seed_from("--sim-schedule", word.substr(colon + 1));
}

}  // namespace

void add_simulator(OptionGroup simulator, Options& options) {
    const auto settings = [&options]() -> sim::Settings& {
        if (!options.simulated) options.simulated.emplace();
        return *options.simulated;
    };
    simulator.action("--sim",
                     "Run on the simulator: races, bounds and costs, line by line (docs/simulator.md)",
                     [settings] { settings(); });
    simulator.word(
        "--sim-subgroup", "LANES",
        "Subgroups of the simulator: 1, 2, 4 ... 128 lanes [32]; like all --sim-..., means --sim",
        [settings](const auto& word) { settings().subgroup_size = count_from("--sim-subgroup", word); });
    simulator.word("--sim-schedule", "ORDER", "Who runs when: in-order, reverse or random:SEED [in-order]",
                   [settings](const auto& word) { take_schedule(word, settings()); });
    const auto memory = [&](const char* flag, const char* value, const char* help,
                            std::uint32_t sim::MemoryModel::*member) {
        simulator.word(flag, value, help, [settings, flag, member](const auto& word) {
            settings().memory.*member = count_from(flag, word);
        });
    };
    memory("--sim-banks", "COUNT", "Banks of its shared memory, each 4 bytes wide [32]",
           &sim::MemoryModel::banks);
    memory("--sim-sector", "BYTES", "The least that its memory moves [32]", &sim::MemoryModel::sector_bytes);
    memory("--sim-line", "BYTES", "A line of its cache, which --sim-compare counts [128]",
           &sim::MemoryModel::line_bytes);
    simulator.action("--sim-sweep",
                     "On subgroups of 4, 8, 16, 32 and 64, in four orders: which of them come out otherwise?",
                     [settings, &options] {
                         settings();
                         options.sim_sweep = true;
                     });
}

void add_comparison(OptionGroup simulator, Options& options) {
    simulator.word("--sim-compare", "VERSION,VERSION",
                   "What two versions cost, side by side and line by line", [&options](const auto& words) {
                       if (!options.simulated) options.simulated.emplace();
                       options.sim_compare = parts_of("--sim-compare", words);
                   });
}

void check_comparison(const Lesson& lesson, Options& options) {
    if (options.sim_compare.empty()) return;
    if (options.sim_compare.size() != 2)
        fail(ExitCode::wrong_usage, "--sim-compare: takes two versions, as in --sim-compare v2,v3.");
    std::vector<std::string> names;
    for (const auto& version : lesson.versions) names.push_back(version.name);
    for (auto& wanted : options.sim_compare) {
        const auto fits = [&](const std::string& name) { return means_version(wanted, name); };
        if (std::ranges::count_if(names, fits) != 1)
            fail(ExitCode::wrong_usage, "--sim-compare: '{}' is not one version of lesson {}; it has {}.",
                 wanted, lesson.id, fmt::join(names, ", "));
        wanted = *std::ranges::find_if(names, fits);
    }
    if (options.sim_compare[0] == options.sim_compare[1])
        fail(ExitCode::wrong_usage, "--sim-compare: takes two different versions.");
    options.only = options.sim_compare;
    if (options.n || !options.input.empty()) return;
    for (const auto& version : lesson.versions)  // the same for both: the larger of what they have by default
        if (std::ranges::find(options.only, version.name) != options.only.end())
            options.n = std::max(options.n.value_or(0), version.n != 0 ? version.n : lesson.n);
}

}  // namespace pbp
