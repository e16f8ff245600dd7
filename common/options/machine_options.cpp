// SPDX-License-Identifier: MIT
#include "common/options/machine_options.hpp"

#include <algorithm>

#include "common/options/words.hpp"

namespace pbp {

namespace {

const Words<ContextKind> context_kinds{
    {"auto", ContextKind::automatic}, {"glfw", ContextKind::glfw}, {"egl", ContextKind::egl}};

const Words<SubgroupBackend> backends{
    {"khr", SubgroupBackend::khr}, {"ballot", SubgroupBackend::ballot}, {"shared", SubgroupBackend::shared}};

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

}  // namespace pbp
