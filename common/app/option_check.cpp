// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>

#include "common/app/debug_calls.hpp"
#include "common/app/exercises/card.hpp"
#include "common/app/export.hpp"
#include "common/app/lesson.hpp"
#include "common/app/options.hpp"
#include "common/app/simulator_options.hpp"
#include "common/app/worker.hpp"
#include "common/check/input_file.hpp"
#include "common/readable.hpp"

namespace pbp {

namespace fs = std::filesystem;

void check_options(const Lesson& lesson, Options& options) {
    std::vector<std::string> names;
    for (const auto& version : lesson.versions) names.push_back(version.name);
    for (const auto& wanted : options.only)
        if (wanted.empty() ||
            std::ranges::none_of(names, [&](const std::string& name) { return name.starts_with(wanted); }))
            fail(ExitCode::wrong_usage, "--only: lesson {} has no version '{}'; it has {}.", lesson.id,
                 wanted, fmt::join(names, ", "));
    for (const auto& extra : lesson.options)
        if (extra.check) extra.check(options.extra.at(extra.flag));
    if (!options.card.empty()) {
        if (options.shader.empty())
            fail(ExitCode::wrong_usage, "--judge {}: say with --shader which file is judged.",
                 options.card.string());
        for (const char* other :
             {"--tune", "--window", "--capture", "--export", "--soak", "--bench", "--n", "--data", "--only"})
            if (options.given.contains(other))
                fail(ExitCode::wrong_usage, "--judge runs the cases of its card: leave {} out.", other);
        if (options.watch && !is_worker())
            fail(ExitCode::wrong_usage, "--judge judges once; ./learn next judges at every save.");
        options.only = {exercises::read_card(options.card).version};
    }
    check_simulator(options);
    check_comparison(lesson, options);
    if (!options.shader.empty()) {
        if (const auto why = why_no_file(options.shader); !why.empty())
            fail(ExitCode::wrong_usage, "--shader {}: {}.", in_message(options.shader), why);
        if (options.only.empty() && std::ranges::find(names, options.shader.stem().string()) != names.end())
            options.only = {options.shader.stem().string()};
        const auto hits = std::ranges::count_if(names, [&](const std::string& name) {
            return options.only.size() == 1 && name.starts_with(options.only.front());
        });
        if (hits != 1)
            fail(ExitCode::wrong_usage, "--shader {}: say which version it stands in for, e.g. --only {}.",
                 options.shader.string(), names.front());
    }
    if (options.tune && !options.export_file.empty())
        fail(ExitCode::wrong_usage,
             "--export: a tuning run records no passes; leave it out, --json gives its table.");
    if (options.soak > 0)
        for (const char* other : {"--tune", "--window", "--capture", "--export", "--input"})
            if (options.given.contains(other))
                fail(ExitCode::wrong_usage, "--soak makes its own runs, on its own data: leave {} out.",
                     other);
    if (options.watch)
        for (const char* other :
             {"--json", "--export", "--tune", "--bench", "--soak", "--window", "--capture", "--in-process"})
            if (options.given.contains(other))
                fail(
                    ExitCode::wrong_usage,
                    "--watch runs a lesson again and again, in a worker, for a person to read: leave {} out.",
                    other);
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
    if (options.debug) require_debug_calls(lesson, options);
    if (!options.capture) return;
    if (options.context.kind == ContextKind::egl || options.context.gpu >= 0)
        fail(ExitCode::wrong_usage,
             "--capture needs a window, which EGL does not make; leave --context egl and --gpu out.");
    options.context.frames = options.in_process = true;
}

}  // namespace pbp
