// SPDX-License-Identifier: MIT
#include "common/program/command_line.hpp"

#include <iostream>
#include <tuple>

#include "common/base/files.hpp"
#include "common/base/heading.hpp"
#include "common/base/printable.hpp"
#include "common/options/lesson_options.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/read_words.hpp"
#include "common/options/simulator_options.hpp"
#include "common/process/worker.hpp"
#include "common/program/option_table.hpp"
#include "common/program/settle.hpp"

namespace pbp {

namespace {

template <typename Variant>
struct AllOf;
template <typename... Types>
struct AllOf<std::variant<Types...>> {
    using type = std::tuple<Types...>;
};

/// What the words say, before it is known which mode and which machine they select.
struct Asked {
    AllOf<Mode>::type modes;
    ContextOptions context;
    std::optional<sim::Settings> simulated;

    template <typename M>
    M& mode() {
        return std::get<M>(modes);
    }
};

template <typename Variant, typename Tuple, std::size_t I = 0>
Variant alternative(const Tuple& all, std::size_t index) {
    if constexpr (I + 1 < std::variant_size_v<Variant>)
        if (index != I) return alternative<Variant, Tuple, I + 1>(all, index);
    return std::get<I>(all);
}

void add_results(OptionGroup results, const Lesson& lesson, Asked& asked, CommandLine& line) {
    auto& options = line.options;
    if (lesson.window != nullptr) asked.mode<mode::Window>().add_options(results);
    results.value("--out", "DIR", "Folder for the pictures [out]", options.out);
    results.value("--export", "FILE", "Write every recorded pass to a table: .csv or .json",
                  options.export_file);
    results.flag("--no-pictures", "Check everything, draw only what is wrong", options.pictures, false);
    results.flag("--no-check", "Draw every pass and compare none: for a shader that does another task",
                 options.compares, false);
    results.flag("--certify", "Say whether a version is right for every input of n elements, and why not",
                 options.certifies);
    results.flag("-q,--quiet", "Print failures only", line.quiet);
    results.flag("--json", "Print one JSON document instead of text", line.json);
}

/// In the order in which --help lists them.
void add_all(CLI::App& app, const Lesson& lesson, Asked& asked, CommandLine& line) {
    auto& options = line.options;
    add_data({app, "Data"}, lesson, options);
    if (!lesson.file_word.empty())
        OptionGroup(app).positional(lesson.file_word, "What to run: docs/run.md, docs/your_own.md",
                                    line.file);
    OptionGroup shaders(app, "Shaders"), sizes(app, "Sizes"), machine(app, "Machine"),
        simulator(app, "Simulator"), debugging(app, "Debugging");
    add_shaders(shaders, options);
    shaders.flag("--watch", "Keep running: rerun whatever a saved shader affects, and report what changed",
                 line.watch);
    add_subgroup(shaders, options.subgroup);
    add_sizes(sizes, options);
    asked.mode<mode::Bench>().add_options(sizes);
    asked.mode<mode::Tune>().add_options(sizes);
    add_results({app, "Results"}, lesson, asked, line);
    add_context(machine, asked.context);
    add_limits(machine, "a pass", line.limits);
    add_simulator(simulator, asked.simulated);
    asked.mode<mode::Compare>().add_options(simulator, asked.simulated);
    debugging.flag("--debug", "Compile in the shaders' ASSERT and LOG calls: docs/debugging.md",
                   options.debug);
    debugging.words("--why", "WORD",
                    "Who made a word of memory, back to the input, such as 'tile[3]@6' after pass 6",
                    [&](const auto& word) { options.why.push_back(word); });
    debugging.words("--used", "WORD", "What a word of memory went into, from then on, such as 'tile[3]@2'",
                    [&](const auto& word) { options.used.push_back(word); });
    asked.mode<mode::Calls>().add_options(debugging);
    asked.mode<mode::Capture>().add_options(debugging);
    asked.mode<mode::Soak>().add_options(debugging);
    asked.mode<mode::Judge>().add_options(debugging);
    debugging.flag("--in-process", "Run without a worker process or time limits, for a debugger",
                   line.in_process);
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
    Asked asked;
    add_all(*app, lesson, asked, line);
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    try {
        read_words(*app, words);
    } catch (const Error&) {  // reading them once more says it
        return {};
    }
    return line.file;
}

std::optional<int> parse_command_line(int argc, const char* const* argv, const Lesson& lesson,
                                      CommandLine& line) {
    const auto app =
        make_app(fmt::format("{}{}\n\n{}\n",
                             lesson.file_word.empty() ? fmt::format("Lesson {}: ", number_of(lesson.id)) : "",
                             lesson.title, lesson.about),
                 lesson.id, footer(lesson));
    line.options.data = lesson.data;
    line.options.out = project_root() / "out";
    line.options.shaders = project_root() / "shaders";
    if (!lesson.types.empty()) line.options.type = lesson.types.front();
    Asked asked;
    asked.context.title = "Pass by Pass " + heading(lesson.id, lesson.title);
    add_all(*app, lesson, asked, line);

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
        const auto given = read_words(*app, argc, argv);
        if (!given) return 0;
        line.options.given = *given;
        line.mode =
            alternative<Mode>(asked.modes, mode_index(option_rules(lesson).check(line.options.given)));
        line.machine = asked.simulated ? Machine(*asked.simulated) : Machine(asked.context);
        settle(lesson, line);
    } catch (const Error& problem) {
        return refuse(problem.what());
    }
    return std::nullopt;
}

}  // namespace pbp
