// SPDX-License-Identifier: MIT
#include "common/program/command_line.hpp"

#include <algorithm>
#include <array>
#include <iostream>

#include "common/base/files.hpp"
#include "common/base/heading.hpp"
#include "common/base/printable.hpp"
#include "common/base/readable.hpp"
#include "common/check/inputs.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_names.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/read_words.hpp"
#include "common/process/worker.hpp"
#include "common/record/export.hpp"

namespace pbp {

namespace {

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

/// Checks what neither one option nor two together can: names of versions, the file for
/// --shader and the version it replaces, folders, whether there is anything to debug. Completes what follows
/// from the mode. Throws Error(wrong_usage).
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

template <typename M>
void add(CLI::App& program, const Lesson& lesson, CommandLine& line) {
    if constexpr (is_among<M, Mode>) {
        const auto mode = std::make_shared<M>();
        auto& verb = add_verb(program, M::verb, M::does, [mode, &line] {
            if (M::simulates) simulator_in(line.simulator);
            line.mode = *mode;
        });
        mode->add_options({verb, lesson, line});
    }
}

/// In the order in which --help lists them.
void add_all(CLI::App& app, const Lesson& lesson, CommandLine& line) {
    mode::Check().add_options({app, lesson, line});
    add<mode::Sweep>(app, lesson, line);
    if (lesson.file_word.empty()) {  // which is numbered, and has more than one version
        add<mode::Compare>(app, lesson, line);
        add<mode::Tune>(app, lesson, line);
        add<mode::Bench>(app, lesson, line);
    }
    add<mode::Soak>(app, lesson, line);
    add<mode::Step>(app, lesson, line);
    add<mode::Calls>(app, lesson, line);
    add<mode::Capture>(app, lesson, line);
    if (lesson.window != nullptr) add<mode::Window>(app, lesson, line);
    if (lesson.file_word.empty()) add<mode::Judge>(app, lesson, line);
}

std::string name_of(const Lesson& lesson) {
    return lesson.file_word.empty() ? lesson.id : "run";
}

/// Throws for an option that has become a verb.
void refuse_old_words(const std::vector<std::string>& words, const CLI::App& app, const Lesson& lesson) {
    constexpr std::array<std::array<const char*, 3>, 9> verbs{{{"--tune", "tune", ""},
                                                               {"--bench", "bench", ""},
                                                               {"--soak", "soak", " --runs"},
                                                               {"--judge", "judge", ""},
                                                               {"--window", "window", ""},
                                                               {"--capture", "capture", ""},
                                                               {"--calls", "calls", ""},
                                                               {"--sim-sweep", "sweep", ""},
                                                               {"--sim-compare", "compare", ""}}};
    for (const auto& word : words)
        for (const auto& [old, verb, option] : verbs)
            if (word.substr(0, word.find('=')) == old && has_verb(app, verb))
                fail(ExitCode::wrong_usage, "{} is a verb now: {} {}{} ...", old, name_of(lesson), verb,
                     option);
}

/// Throws where one of two options has no effect beside the other.
void check_clashes(const std::set<std::string>& given) {
    const auto refuse = [&](const std::string& flag, const std::string& other, const char* because) {
        if (given.contains(flag) && given.contains(other))
            fail(ExitCode::wrong_usage, "{} has no effect with {}: {}; leave {} out.", flag, other, because,
                 flag);
    };
    refuse("--json", "--watch", "a run that continues has no single document");
    refuse("--do", "--dap", "the editor says what to do");
    refuse("--export", "--watch", "a table holds the passes of one run");
    refuse("--in-process", "--watch", "without a worker, a shader that hangs would end the watcher");
    for (const char* flag : {"--time-limit", "--compile-limit", "--total-limit"})
        refuse(flag, "--in-process", "only a worker has time limits");
    for (const char* flag : {"--data", "--seed"}) refuse(flag, "--input", "the file holds the data");
    for (const auto& other : given)
        if (other.starts_with("--sim") || other == "--card")
            for (const char* flag : {"--context", "--gpu"})
                refuse(flag, other, "the simulator uses no OpenGL");
}

std::string footer(const Lesson& lesson) {
    std::string text = "The ladder:\n";
    for (const auto& version : lesson.versions)
        text += fmt::format("  {:<22} {}\n", version.name, version.idea);
    const auto where = lesson.file_word.empty() ? fmt::format("shaders/{}/", lesson.id) : "the shader";
    return text + fmt::format(
                      "\nExit codes: 0 right, 1 a check failed, 2 wrong usage, 3 a shader does not build,\n"
                      "4 the machine lacks something, 5 time limit, 6 the worker died.\n\n"
                      "Edit {}, run again, and look at out/{}/: there is nothing to rebuild.\n"
                      "With --watch it reruns whenever you save: docs/watching.md",
                      where, lesson.id);
}

}  // namespace

Presentation CommandLine::presentation() const {
    return std::visit(
        [&](const auto& mode) {
            return Presentation{
                .out = options.out,
                .quiet = quiet,
                .json = json,
                .simulated = simulated(),
                .leaves_page = options.paged() && mode.leaves_page,
                .lists_lines = mode.lists_lines,
                .document = [mode](const Heard& heard) { return mode.document(heard); },
                .summary = [mode](const Heard& heard) { return mode.summary(heard); },
                .where_to_look = [mode, options = options](
                                     const Heard& heard) { return mode.where_to_look(heard, options); }};
        },
        mode);
}

std::string file_in(int argc, const char* const* argv, const Lesson& lesson) {
    const auto app = make_app("", lesson.id);
    CommandLine line;
    add_all(*app, lesson, line);
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    try {
        read_words(*app, words);
    } catch (const Error&) {  // reading them once more says it
        return {};
    }
    return line.files.empty() ? std::string() : line.files.front();
}

std::optional<int> parse_command_line(int argc, const char* const* argv, const Lesson& lesson,
                                      CommandLine& line) {
    const auto app =
        make_app(fmt::format("{}{}\n\n{}\n",
                             lesson.file_word.empty() ? fmt::format("Lesson {}: ", number_of(lesson.id)) : "",
                             lesson.title, lesson.about),
                 name_of(lesson), footer(lesson));
    line.options.data = lesson.data;
    line.options.out = project_root() / "out";
    line.options.shaders = project_root() / "shaders";
    if (!lesson.types.empty()) line.options.type = lesson.types.front();
    line.context.title = "Pass by Pass " + heading(lesson.id, lesson.title);
    add_all(*app, lesson, line);

    const auto refuse = [&](const std::string& sentence) {
        const auto words = fmt::format("{}: {} (--help lists the options)", lesson.id, sentence);
        constexpr auto code = static_cast<int>(ExitCode::wrong_usage);
        if (is_worker())  // of a bench, which decides whether that is a fault
            return serve([&](Sink& bench) {
                bench.error(code, words);
                return code;
            });
        std::cerr << printable(words) << "\n";
        return code;
    };
    try {
        refuse_old_words({argv + std::min(argc, 1), argv + argc}, *app, lesson);
        const auto given = read_words(*app, argc, argv);
        if (!given) return 0;
        if (line.files.size() > 1)
            fail(ExitCode::wrong_usage, "{} is given twice; give it once.", lesson.file_word);
        check_clashes(*given);
        line.options.given = *given;
        line.machine = line.simulator ? Machine(*line.simulator) : Machine(line.context);
        settle(lesson, line);
    } catch (const Error& problem) {
        return refuse(problem.what());
    }
    return std::nullopt;
}

}  // namespace pbp
