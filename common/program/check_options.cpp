// SPDX-License-Identifier: MIT
#include "common/program/check_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/readable.hpp"
#include "common/check/input_file.hpp"
#include "common/lesson/debug_calls.hpp"
#include "common/lesson/lesson.hpp"
#include "common/lesson/options.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_names.hpp"
#include "common/modes/judge/card.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/option_rules.hpp"
#include "common/options/simulator_options.hpp"
#include "common/process/worker.hpp"
#include "common/record/export.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

/// The ways in which a lesson runs: each run has exactly one.
namespace mode {
constexpr Modes check = 1, tune = 2, soak = 4, bench = 8, judge = 16, window = 32, capture = 64,
                simulate = 128, sweep = 256, compare = 512;
constexpr Modes every = 1023, simulator = simulate | sweep | compare, opengl = every & ~simulator;
}  // namespace mode

constexpr const char* by_the_card = "the card says in which cases the shader is judged";
constexpr const char* by_the_sweep = "a sweep tries all subgroup sizes and orders";
constexpr const char* not_counted = "only counts depend on it, and a sweep reports none";
constexpr const char* no_opengl = "the simulator uses no OpenGL";
constexpr const char* unlimited = "a capture runs in one process, without time limits";

/// Which options of a lesson go together; its own options come on top.
OptionRules rules_of_lessons() {
    return {.modes = {{"--soak", mode::soak},
                      {"--tune", mode::tune},
                      {"--bench", mode::bench},
                      {"--judge", mode::judge},
                      {"--window", mode::window},
                      {"--capture", mode::capture},
                      {"--sim-compare", mode::compare},
                      {"--sim-sweep", mode::sweep},
                      {"--sim", mode::simulate, mode::sweep | mode::compare},
                      {"--sim-subgroup", mode::simulate, mode::sweep | mode::compare},
                      {"--sim-schedule", mode::simulate, mode::sweep | mode::compare},
                      {"--sim-banks", mode::simulate, mode::sweep | mode::compare},
                      {"--sim-sector", mode::simulate, mode::sweep | mode::compare},
                      {"--sim-line", mode::simulate, mode::sweep | mode::compare}},
            .scopes = {{"--sim-subgroup", mode::simulate | mode::compare, by_the_sweep},
                       {"--sim-schedule", mode::simulate | mode::compare, by_the_sweep},
                       {"--sim-banks", mode::simulate | mode::compare, not_counted},
                       {"--sim-sector", mode::simulate | mode::compare, not_counted},
                       {"--sim-line", mode::simulate | mode::compare, not_counted},
                       {"--watch", mode::check | mode::simulate | mode::sweep,
                        "it runs checks again at every save", true},
                       {"--peers", mode::bench, "it times other libraries beside the lesson"},
                       // data
                       {"--n", mode::every & ~mode::judge, by_the_card},
                       {"--data", mode::every & ~mode::judge, by_the_card},
                       {"--seed", mode::every & ~mode::judge, by_the_card},
                       {"--type", mode::every & ~mode::judge, by_the_card},
                       {"--input", mode::every & ~(mode::judge | mode::soak | mode::window),
                        "it makes its own data"},
                       // shaders
                       {"--only", mode::every & ~(mode::judge | mode::compare),
                        "it says itself which versions run"},
                       {"--shader", mode::every & ~mode::compare, "it runs its two versions as they are"},
                       {"--shaders", mode::every},
                       {"--subgroup", mode::every},
                       {"--local-size", mode::every & ~mode::judge, by_the_card},
                       {"--per-invocation", mode::every & ~mode::judge, by_the_card},
                       {"--debug", mode::check | mode::soak | mode::capture | mode::simulate | mode::sweep,
                        "ASSERT and LOG are compiled in only where passes are checked"},
                       // results
                       {"--out", mode::every},
                       {"--no-pictures", mode::every},
                       {"--quiet", mode::every},
                       {"--json", mode::every & ~mode::window, "a window reports nothing"},
                       {"--export", mode::check | mode::capture | mode::simulate,
                        "only a plain run records passes for a table"},
                       // machine
                       {"--context", mode::opengl, no_opengl},
                       {"--gpu", mode::opengl, no_opengl},
                       {"--time-limit", mode::every & ~mode::capture, unlimited},
                       {"--compile-limit", mode::every & ~mode::capture, unlimited},
                       {"--in-process", mode::every}},
            .clashes = {{"--json", "--watch", "a run that goes on has no one document"},
                        {"--export", "--watch", "a table holds the passes of one run"},
                        {"--in-process", "--watch", "only a worker can hang without ending the watcher"},
                        {"--time-limit", "--in-process", "only a worker has time limits"},
                        {"--compile-limit", "--in-process", "only a worker has time limits"},
                        {"--data", "--input", "the file holds the data"},
                        {"--seed", "--input", "the file holds the data"}},
            .plain = mode::check};
}

/// Throws where two options contradict each other, or one has no effect.
void check_together(const Lesson& lesson, const Options& options) {
    auto rules = rules_of_lessons();
    for (const auto& extra : lesson.options)
        rules.scopes.push_back({extra.flag.c_str(), mode::every & ~mode::judge, by_the_card});
    if (is_worker())  // ./learn next keeps its judge: a worker that waits for the next save
        for (auto& scope : rules.scopes)
            if (std::string_view(scope.flag) == "--watch") scope.modes |= mode::judge;
    rules.check(options.given);
    check_context(options.context);
    for (const char* flag : {"--window", "--capture"}) {
        if (!options.given.contains(flag)) continue;
        constexpr const char* no_window = "{} needs a window, which EGL does not make; leave {} out.";
        if (options.context.kind == ContextKind::egl)
            fail(ExitCode::wrong_usage, no_window, flag, "--context egl");
        if (options.context.gpu >= 0) fail(ExitCode::wrong_usage, no_window, flag, "--gpu");
    }
}

/// Throws where none of the versions that run takes what was asked for. A bench lists them instead.
void check_choice(const Lesson& lesson, const Options& options) {
    std::vector<std::string> reasons;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        const auto why = refusal(lesson.knobs_of(version), options.choice);
        if (why.empty() || options.bench) return;
        reasons.push_back(version.name + " " + why);
    }
    if (reasons.size() == 1) fail(ExitCode::wrong_usage, "{}.", reasons.front());
    fail(ExitCode::wrong_usage, "No version of {} takes {}: {}.", lesson.id, in_words(options.choice),
         reasons.front());
}

}  // namespace

void check_options(const Lesson& lesson, Options& options) {
    check_together(lesson, options);
    std::vector<std::string> names;
    for (const auto& version : lesson.versions) names.push_back(version.name);
    for (const auto& wanted : options.only)
        if (std::ranges::none_of(names, [&](const std::string& name) { return means_version(wanted, name); }))
            fail(ExitCode::wrong_usage, "--only: lesson {} has no version '{}'; it has {}.", lesson.id,
                 wanted, fmt::join(names, ", "));
    for (const auto& extra : lesson.options)
        if (extra.check) extra.check(options.extra.at(extra.flag));
    if (!options.card.empty()) {
        if (options.shader.empty())
            fail(ExitCode::wrong_usage, "--judge {}: say with --shader which file is judged.",
                 options.card.string());
        options.only = {exercises::read_card(options.card).version};
    }
    check_comparison(lesson, options);
    if (!options.shader.empty()) {
        if (const auto why = why_no_file(options.shader); !why.empty())
            fail(ExitCode::wrong_usage, "--shader {}: {}.", in_message(options.shader), why);
        if (options.only.empty() && std::ranges::find(names, options.shader.stem().string()) != names.end())
            options.only = {options.shader.stem().string()};
        const auto hits = std::ranges::count_if(names, [&](const std::string& name) {
            return options.only.size() == 1 && means_version(options.only.front(), name);
        });
        if (hits != 1)
            fail(ExitCode::wrong_usage, "--shader {}: say which version it stands in for, e.g. --only {}.",
                 options.shader.string(), names.front());
    }
    if (options.watch && is_stream(options.input))
        fail(ExitCode::wrong_usage,
             "--input {}: --watch reads the data again after a crash, and this can be read only once; save "
             "it in a file first.",
             in_message(options.input));
    const Export ending(options.export_file);  // refuses an ending it does not know
    const auto folder = options.export_file.parent_path();
    std::error_code unreachable;
    if (!folder.empty() && !fs::is_directory(folder, unreachable))
        fail(ExitCode::wrong_usage, "--export {}: the folder {} does not exist; make it first.",
             in_message(options.export_file), in_message(folder));
    if (!fs::is_directory(options.shaders, unreachable))
        fail(ExitCode::wrong_usage,
             "The shaders are read from {}, which is no folder; give the right one with --shaders.",
             in_message(options.shaders));
    check_choice(lesson, options);
    if (options.debug) require_debug_calls(lesson, options);
    if (!options.capture) return;
    options.context.frames = options.in_process = true;
}

}  // namespace pbp
