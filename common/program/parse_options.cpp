// SPDX-License-Identifier: MIT
#include "common/program/parse_options.hpp"

#include <iostream>

#include "common/base/files.hpp"
#include "common/lesson/lesson.hpp"
#include "common/options/command_line.hpp"
#include "common/options/lesson_options.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/simulator_options.hpp"
#include "common/options/words.hpp"
#include "common/process/worker.hpp"
#include "common/program/check_options.hpp"

namespace pbp {

namespace {

void add_results(OptionGroup results, const Lesson& lesson, Options& options) {
    if (lesson.window != nullptr)
        results.flag("--window", "Watch it live in a window instead", options.window);
    results.value("--out", "DIR", "Where the pictures go [out]", options.out);
    results.value("--export", "FILE", "Write every recorded pass to a table: .csv or .json",
                  options.export_file);
    results.flag("--no-pictures", "Check everything, draw only what is wrong", options.pictures, false);
    results.flag("-q,--quiet", "Print failures only", options.quiet);
    results.flag("--json", "Print one JSON document instead of text", options.json);
}

void add_machine(OptionGroup machine, Options& options) {
    add_context(machine, options.context);
    add_limits(machine, "a pass that runs", options.limits);
}

constexpr std::uint64_t most_soaked = 1'000'000'000;

void add_debugging(OptionGroup debugging, Options& options) {
    debugging.flag("--debug", "Compile the shaders' ASSERT and LOG calls in: docs/debugging.md",
                   options.debug);
    debugging.flag("--capture",
                   "For a graphics debugger: run once, each dispatch in a frame of its own (needs a display)",
                   options.capture);
    debugging.word("--soak", "RUNS", "Run so often, at random n up to --n and on random data, and check each",
                   [&](const auto& word) { options.soak = whole_from("--soak", word, 1, most_soaked); });
    debugging.value("--judge", "CARD",
                    "Check --shader as an exercise, in all cases of its card (./learn check)", options.card);
    debugging.flag("--in-process", "Run without a worker process and time limits: for a debugger",
                   options.in_process);
}

std::string footer(const Lesson& lesson) {
    std::string text = "The ladder:\n";
    for (const auto& version : lesson.versions)
        text += fmt::format("  {:<22} {}\n", version.name, version.idea);
    return text + fmt::format(
                      "\nExit codes: 0 right, 1 a check failed, 2 wrong usage, 3 a shader does not build,\n"
                      "4 the machine lacks something, 5 time limit, 6 the worker died.\n\n"
                      "Edit shaders/{0}/, run again, and look at out/{0}/: nothing needs to be rebuilt.\n"
                      "With --watch it runs again by itself whenever you save: docs/watching.md",
                      lesson.id);
}

}  // namespace

std::optional<int> parse_options(int argc, const char* const* argv, const Lesson& lesson, Options& options) {
    CLI::App app{fmt::format("Lesson {}: {}\n\n{}\n", lesson.id.substr(0, 2), lesson.title, lesson.about),
                 lesson.id};
    options.data = lesson.data;
    options.out = project_root() / "out";
    options.shaders = project_root() / "shaders";
    if (!lesson.types.empty()) options.type = lesson.types.front();

    add_data({app, "Data"}, lesson, options);
    add_shaders({app, "Shaders"}, options);
    add_sizes({app, "Sizes"}, options);
    add_results({app, "Results"}, lesson, options);
    add_machine({app, "Machine"}, options);
    add_simulator({app, "Simulator"}, options);
    add_comparison({app, "Simulator"}, options);
    add_debugging({app, "Debugging"}, options);
    app.footer(footer(lesson));

    const auto refuse = [&](const std::string& sentence) {
        const auto words = fmt::format("{}: {} (--help lists the options)", lesson.id, sentence);
        constexpr auto code = static_cast<int>(ExitCode::wrong_usage);
        if (is_worker())  // of a bench, which decides whether that is a fault
            return serve([&](Sink& bench) {
                bench.error(code, words);
                return code;
            });
        std::cerr << words << "\n";
        return code;
    };
    try {
        options.given = read_words(app, argc, argv);
        if (options.bench ||
            options.soak > 0)  // on such data a bench's values do the work that is of interest
            for (const auto& extra : lesson.options)
                if (!extra.bench.empty() && !options.given.contains(extra.flag))
                    options.extra[extra.flag] = extra.bench;
        check_options(lesson, options);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return 0;
    } catch (const CLI::ParseError& problem) {
        return refuse(problem.what());
    } catch (const Error& problem) {
        return refuse(problem.what());
    }
    return std::nullopt;
}

}  // namespace pbp
