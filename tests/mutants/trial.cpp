// SPDX-License-Identifier: MIT
#include "tests/mutants/trial.hpp"

#include <algorithm>
#include <memory>

#include "common/base/fnv.hpp"
#include "common/lesson/runner.hpp"
#include "common/lesson/selection.hpp"
#include "common/modes/sweep.hpp"
#include "common/sim/run/simulator.hpp"
#include "common/sim/spirv/spirv.hpp"
#include "tests/support/options.hpp"

namespace pbp::mutants {

namespace {

/// A hash of a module without its source text, names and lines.
std::uint64_t number_of(const std::vector<std::uint32_t>& words) {
    std::uint64_t sum = fnv1a(nullptr, 0);
    constexpr std::size_t header = 5;
    for (std::size_t at = header; at < words.size();) {
        const std::size_t length = std::max(1u, words[at] >> 16);
        switch (words[at] & 0xFFFFu) {
            case spv::OpSource:
            case spv::OpSourceContinued:
            case spv::OpString:
            case spv::OpLine:
            case spv::OpNoLine:
            case spv::OpName:
            case spv::OpMemberName:
                break;
            default:
                sum = fnv1a(words.data() + at, std::min(length, words.size() - at), sum);
        }
        at += length;
    }
    return sum;
}

void look_at(const std::vector<sim::Account>& accounts, std::uint32_t subgroup_size, Outcome& outcome) {
    for (const auto& account : accounts) {
        const auto program =
            account.source.files.front().filename().string() + "\n" + account.source.injected;
        outcome.codes[program] = number_of(account.code->module.words);
        if (account.findings.empty()) continue;
        for (auto& finding : sim::report(account, subgroup_size).findings)
            if (!finding.note || (finding.explains && outcome.result == Outcome::Result::wrong))
                outcome.findings.push_back(std::move(finding));
    }
    if (outcome.findings.empty() || outcome.result != Outcome::Result::right) return;
    outcome.result = Outcome::Result::found;
    outcome.sentence = outcome.findings.front().fault + ": " + outcome.findings.front().sentence;
}

Options options_of(const Host& host, const Trial& trial, const std::filesystem::path& shaders) {
    auto options = test::options_of(*host.lesson, host.version, shaders, trial.words);
    if (!host.replacement.empty()) options.shader = shaders / host.replacement;
    return options;
}

ShaderTree tree_of(const Host& host, const std::filesystem::path& shaders) {
    return {shaders, host.replacement.empty() ? std::filesystem::path() : shaders / host.replacement,
            host.lesson->id + "/" + host.version + ".comp"};
}

/// The options of a run, completed. `outcome` says whether the version serves them.
Options settled_for(const Host& host, const Version& version, const Trial& trial,
                    const std::filesystem::path& shaders, Device& device, Outcome& outcome) {
    auto options = settled(*host.lesson, options_of(host, trial, shaders), device);
    if (!options.n) options.n = host.lesson->n_of(version);
    outcome.sentence = not_served(*host.lesson, version, options, *options.n, device.limits());
    if (!outcome.sentence.empty()) outcome.result = Outcome::Result::not_served;
    return options;
}

Outcome::Result result_of(const Error& problem) {
    return problem.code() == ExitCode::check_failed            ? Outcome::Result::wrong
           : problem.code() == ExitCode::shader_does_not_build ? Outcome::Result::does_not_build
           : problem.code() == ExitCode::wrong_usage || problem.code() == ExitCode::machine_lacks
               ? Outcome::Result::not_served
               : Outcome::Result::stopped;
}

}  // namespace

std::string Trial::name() const {
    return (words.empty() ? "" : words + ", ") + in_words(settings) +
           (settings.most_workgroups < 65535 ? ", folded grids" : "");
}

Outcome run(const Host& host, const Trial& trial, const std::filesystem::path& shaders) {
    Outcome outcome;
    const auto& lesson = *host.lesson;
    const auto version = std::ranges::find(lesson.versions, host.version, &Version::name);
    auto backend = std::make_unique<sim::Simulator>(trial.settings);
    auto& simulator = *backend;
    SilentSink sink;
    Device device(std::move(backend), tree_of(host, shaders), &sink);
    try {
        const auto options = settled_for(host, *version, trial, shaders, device, outcome);
        if (outcome.result == Outcome::Result::not_served) return outcome;
        ProgramCache programs;
        Run story(device, programs, lesson, *version, options, {.traced = trial.traced, .drawn = false},
                  sink);
        lesson.tell(*version, story);
        if (story.facts().gave_up) {
            outcome.result = Outcome::Result::gave_up;
            outcome.sentence =
                "it gave up: " + (story.facts().notes.empty() ? "" : story.facts().notes.back());
        }
    } catch (const Error& problem) {
        outcome.result = result_of(problem);
        outcome.sentence = problem.what();
    }
    look_at(simulator.take_accounts(), trial.settings.subgroup_size, outcome);
    return outcome;
}

bool is_served(const Host& host, const Trial& trial, const std::filesystem::path& shaders) {
    const auto version = std::ranges::find(host.lesson->versions, host.version, &Version::name);
    SilentSink sink;
    Device device(std::make_unique<sim::Simulator>(trial.settings), tree_of(host, shaders), &sink);
    Outcome outcome;
    try {
        settled_for(host, *version, trial, shaders, device, outcome);
    } catch (const Error& problem) {
        outcome.result = result_of(problem);
    }
    return outcome.result != Outcome::Result::not_served;
}

VersionReport certified(const Host& host, const Trial& trial, const std::filesystem::path& shaders) {
    const auto version = std::ranges::find(host.lesson->versions, host.version, &Version::name);
    auto backend = std::make_unique<sim::Simulator>(trial.settings);
    const RunnerSettings settings{.timed = {0}, .simulator = backend.get(), .each_order_once = true};
    SilentSink sink;
    Device device(std::move(backend), tree_of(host, shaders), &sink);
    try {
        auto options = options_of(host, trial, shaders);
        options.certifies = true;
        options.limit_s = 4;
        return Runner(device, *host.lesson, options, sink, settings).run(*version);
    } catch (const Error& problem) {
        VersionReport report;
        report.message = problem.what();
        return report;
    }
}

}  // namespace pbp::mutants
