// SPDX-License-Identifier: MIT
#include "common/program/settle.hpp"

#include <algorithm>

#include "common/base/readable.hpp"
#include "common/check/input_file.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_names.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/options/machine_options.hpp"
#include "common/record/export.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

/// Throws for a name of no version, and for a value of the lesson's own options that can never be right.
void check_lesson(const Lesson& lesson, const Options& options) {
    for (const auto& wanted : options.only) version_named(lesson, wanted);
    for (const auto& extra : lesson.options)
        if (const auto& value = options.extra.at(extra.flag); extra.check && !value.empty())
            extra.check(value);
}

/// Finds the one version that --shader replaces.
void settle_shader(const Lesson& lesson, Options& options, const std::vector<std::string>& names) {
    if (options.shader.empty()) return;
    if (!lesson.file.empty())
        fail(ExitCode::wrong_usage, "--shader {}: {} names its shaders; change it there.",
             in_message(options.shader), in_message(lesson.file));
    if (const auto why = why_no_file(options.shader); !why.empty())
        fail(ExitCode::wrong_usage, "--shader {}: {}.", in_message(options.shader), why);
    if (options.only.empty() && std::ranges::find(names, options.shader.stem().string()) != names.end())
        options.only = {options.shader.stem().string()};
    const auto hits = std::ranges::count_if(names, [&](const std::string& name) {
        return options.only.size() == 1 && means_version(options.only.front(), name);
    });
    if (hits != 1)
        fail(ExitCode::wrong_usage, "--shader {}: name the version it replaces, e.g. --only {}.",
             options.shader.string(), names.front());
}

void check_paths(const CommandLine& line) {
    const auto& options = line.options;
    if (line.watch && is_stream(options.input))
        fail(ExitCode::wrong_usage,
             "--input {}: --watch reads the data again after a crash, and this can be read only once; save "
             "it in a file first.",
             in_message(options.input));
    const Export ending(options.export_file);  // refuses an ending it does not know
    const auto folder = options.export_file.parent_path();
    std::error_code unreachable;
    if (!folder.empty() && !fs::is_directory(folder, unreachable))
        fail(ExitCode::wrong_usage, "--export {}: the folder {} does not exist; create it first.",
             in_message(options.export_file), in_message(folder));
    if (!fs::is_directory(options.shaders, unreachable))
        fail(ExitCode::wrong_usage,
             "The shaders are read from {}, which is not a folder; give the right one with --shaders.",
             in_message(options.shaders));
}

/// Throws where none of the versions that run takes what was asked for. A bench lists them instead.
void check_choice(const Lesson& lesson, const Options& options) {
    std::vector<std::string> reasons;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        const auto why = refusal(lesson.knobs_of(version), options.choice);
        if (why.empty() || options.purpose == Purpose::bench) return;
        reasons.push_back(version.name + " " + why);
    }
    if (reasons.size() == 1) fail(ExitCode::wrong_usage, "{}.", reasons.front());
    fail(ExitCode::wrong_usage, "No version of {} takes {}: {}.", lesson.id, in_words(options.choice),
         reasons.front());
}

/// What follows from the mode alone.
template <typename M>
void adopt(M& mode, const Lesson& lesson, Options& options) {
    options.purpose = mode.purpose;
    if (!mode.bench_data) return;  // on which a bench's values do the work that is of interest
    for (const auto& extra : lesson.options)
        if (!extra.bench.empty() && !options.given.contains(extra.flag))
            options.extra[extra.flag] = extra.bench;
}

}  // namespace

void settle(const Lesson& lesson, CommandLine& line) {
    auto& options = line.options;
    if (!lesson.file_word.empty() && lesson.file.empty())
        fail(ExitCode::wrong_usage, "name a shader, as in ./learn run {} --groups 4.", lesson.file_word);
    if (const auto* context = std::get_if<ContextOptions>(&line.machine)) check_context(*context);
    std::visit([&](auto& mode) { adopt(mode, lesson, options); }, line.mode);
    std::vector<std::string> names;
    for (const auto& version : lesson.versions) names.push_back(version.name);
    check_lesson(lesson, options);
    std::visit([&](auto& mode) { mode.settle(lesson, options); }, line.mode);
    settle_shader(lesson, options, names);
    check_paths(line);
    check_choice(lesson, options);
    if (options.debug) require_debug_calls(lesson, options);
    line.in_process |= std::visit([](const auto& mode) { return mode.in_process; }, line.mode);
}

}  // namespace pbp
