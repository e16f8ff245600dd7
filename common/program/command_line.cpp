// SPDX-License-Identifier: MIT
#include "common/program/command_line.hpp"

#include <algorithm>
#include <array>
#include <iostream>

#include "common/base/files.hpp"
#include "common/base/heading.hpp"
#include "common/base/printable.hpp"
#include "common/options/read_words.hpp"
#include "common/options/simulator_options.hpp"
#include "common/process/worker.hpp"
#include "common/program/settle.hpp"

namespace pbp {

namespace {

template <typename M>
void add(CLI::App& program, const Lesson& lesson, CommandLine& line) {
    const auto mode = std::make_shared<M>();
    auto& verb = add_verb(program, M::verb, M::does, [mode, &line] {
        if (M::simulates) simulator_in(line.simulator);
        line.mode = *mode;
    });
    mode->add_options({verb, lesson, line});
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
    for (const char* flag : {"--time-limit", "--compile-limit"})
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
