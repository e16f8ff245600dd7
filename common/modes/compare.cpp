// SPDX-License-Identifier: MIT
#include "common/modes/compare.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/lesson/version_names.hpp"
#include "common/modes/check.hpp"
#include "common/modes/side_by_side.hpp"
#include "common/options/words.hpp"

namespace pbp::mode {

void Compare::add_options(const VerbOptions& compare) {
    compare.group("Shaders").positional("VERSIONS", "The two, e.g. v2,v3", versions);
    compare.data()
        .input()
        .own()
        .shaders()
        .sizes()
        .pictures()
        .report()
        .limits()
        .simulator()
        .costs()
        .in_process();
}

void Compare::settle(const Lesson& lesson, Options& options) {
    for (const auto& words : std::exchange(versions, {}))
        for (auto& version : parts_of("compare", words)) versions.push_back(std::move(version));
    if (versions.size() != 2)
        fail(ExitCode::wrong_usage, "compare: takes two versions, as in compare v2,v3.");
    std::vector<std::string> names;
    for (const auto& version : lesson.versions) names.push_back(version.name);
    for (auto& wanted : versions) {
        const auto fits = [&](const std::string& name) { return means_version(wanted, name); };
        if (std::ranges::count_if(names, fits) != 1)
            fail(ExitCode::wrong_usage, "compare: '{}' is not one version of lesson {}; it has {}.", wanted,
                 lesson.id, fmt::join(names, ", "));
        wanted = *std::ranges::find_if(names, fits);
    }
    if (versions[0] == versions[1]) fail(ExitCode::wrong_usage, "compare: takes two different versions.");
    options.only = versions;
    if (options.n || !options.input.empty()) return;
    for (const auto& version : lesson.versions)  // the same for both: the larger of what they have by default
        if (std::ranges::find(versions, version.name) != versions.end())
            options.n = std::max(options.n.value_or(0), version.n != 0 ? version.n : lesson.n);
}

int Compare::run(const Task& task, Sink& sink) const {
    auto machine = std::get<sim::Settings>(task.machine);
    machine.search = sim::Settings::Search::one_order;  // costs are those of one
    return Check().run({task.lesson, task.options, machine}, sink);
}

std::string Compare::summary(const Heard& heard) const {
    const auto of = [&](const std::string& name) {
        return std::ranges::find(heard.versions, name, &VersionReport::name);
    };
    const auto left = of(versions.at(0)), right = of(versions.at(1));
    if (left == heard.versions.end() || right == heard.versions.end()) return {};
    std::string text = "\n";
    for (const auto& line : side_by_side(*left, *right)) text += fmt::format("  {}\n", line);
    return text;
}

}  // namespace pbp::mode
