// SPDX-License-Identifier: MIT
#include "common/app/options.hpp"

#include <iostream>

#include "common/app/command_line.hpp"
#include "common/app/exercises/judge.hpp"
#include "common/app/lesson.hpp"
#include "common/app/machine_options.hpp"
#include "common/app/simulator_options.hpp"
#include "common/app/words.hpp"
#include "common/app/worker.hpp"
#include "common/base/files.hpp"

namespace pbp {

namespace {

const Words<InputKind> input_kinds{
    {"shuffled", InputKind::shuffled}, {"small", InputKind::small},   {"flags", InputKind::flags},
    {"random", InputKind::random},     {"sorted", InputKind::sorted}, {"reversed", InputKind::reversed},
    {"equal", InputKind::equal},       {"few", InputKind::few},       {"extremes", InputKind::extremes}};

void add_data(OptionGroup data, const Lesson& lesson, const Words<ValueType>& types, Options& options) {
    data.word("-n,--n", "COUNT", fmt::format("How many {}s [{}]", lesson.element, lesson.n),
              [&](const auto& word) { options.n = count_from("--n", word); });
    data.word("--data", "KIND",
              fmt::format("What the data looks like: {} [{}]", listed(input_kinds),
                          lesson.complete != nullptr ? "the lesson's own" : to_string(lesson.data)),
              [&](const auto& word) { options.data = choice_from("--data", word, input_kinds); });
    data.word("--seed", "NUMBER", "Another seed, other data; the same everywhere for the same seed [1]",
              [&](const auto& word) { options.seed = seed_from("--seed", word); });
    if (types.size() > 1)
        data.word("--type", "TYPE",
                  fmt::format("Type of an element: {} [{}]", listed(types), to_string(options.type)),
                  [&](const auto& word) { options.type = choice_from("--type", word, types); });
    if (lesson.reads_input)
        data.value("--input", "FILE",
                   "Your own data: one number a line, or packed 32-bit values in a .raw file", options.input);
    for (const auto& extra : lesson.options) {
        options.extra[extra.flag] = extra.preset;
        data.value(extra.flag, extra.value_name, fmt::format("{} [{}]", extra.help, extra.preset),
                   options.extra[extra.flag]);
    }
}

void add_shaders(OptionGroup shaders, Options& options) {
    shaders.list("--only", "VERSION", "Run only these versions, e.g. --only v3 or --only v1,v2",
                 options.only);
    shaders.value("--shader", "FILE", "Put your own shader in the place of one version", options.shader);
    shaders.value("--shaders", "DIR", "Read all shaders from another folder", options.shaders);
    shaders.flag("--watch", "Go on: run again what a saved shader changes, and say what that changed",
                 options.watch);
    add_subgroup(shaders, options);
}

void add_sizes(OptionGroup sizes, Options& options) {
    sizes.word("--local-size", "COUNT",
               "Invocations of a workgroup, where a version leaves it open [its own]",
               [&](const auto& word) { options.choice.local_size = count_from("--local-size", word); });
    sizes.word(
        "--per-invocation", "COUNT",
        "Elements that an invocation takes, where a version leaves it open [its own]",
        [&](const auto& word) { options.choice.per_invocation = count_from("--per-invocation", word); });
    sizes.flag("--bench", "Time each version many times over; ./learn bench compares all lessons so",
               options.bench);
    sizes.flag("--peers", "In a bench: beside other libraries as well, where they are built", options.peers);
    sizes.flag("--tune", "Try all of them, check each, compare their times, and draw the curves",
               options.tune);
}

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
    add_limits(machine, "a pass that runs", options);
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

Options exercises::case_options(const Lesson& lesson, const Options& judging, const std::string& words) {
    Options options = judging;
    options.card.clear();
    CLI::App app("", lesson.id);
    Words<ValueType> types;
    for (const auto type : lesson.types) types[to_string(type)] = type;
    add_data({app, "Data"}, lesson, types, options);
    add_shaders({app, "Shaders"}, options);
    add_sizes({app, "Sizes"}, options);
    try {
        app.parse(words);
    } catch (const CLI::ParseError& problem) {
        fail(ExitCode::wrong_usage, "The case '{}' of an exercise is not one of {}: {}.", words, lesson.id,
             problem.what());
    }
    for (const auto* option : app.get_options())
        if (!option->empty()) options.given.insert(option->get_name());
    return options;
}

std::optional<int> parse_options(int argc, const char* const* argv, const Lesson& lesson, Options& options) {
    CLI::App app{fmt::format("Lesson {}: {}\n\n{}\n", lesson.id.substr(0, 2), lesson.title, lesson.about),
                 lesson.id};
    options.data = lesson.data;
    options.out = project_root() / "out";
    options.shaders = project_root() / "shaders";
    Words<ValueType> types;
    for (const auto type : lesson.types) types[to_string(type)] = type;
    if (!lesson.types.empty()) options.type = lesson.types.front();

    add_data({app, "Data"}, lesson, types, options);
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
