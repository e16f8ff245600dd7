// SPDX-License-Identifier: MIT
#include "common/app/options.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <limits>

#include "common/app/export.hpp"
#include "common/app/lesson.hpp"
#include "common/error.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

const std::map<std::string, InputKind> input_kinds{
    {"shuffled", InputKind::shuffled}, {"small", InputKind::small},   {"flags", InputKind::flags},
    {"random", InputKind::random},     {"sorted", InputKind::sorted}, {"reversed", InputKind::reversed},
    {"equal", InputKind::equal},       {"few", InputKind::few},       {"extremes", InputKind::extremes}};
const std::map<std::string, SubgroupBackend> subgroup_backends{
    {"khr", SubgroupBackend::khr}, {"ballot", SubgroupBackend::ballot}, {"shared", SubgroupBackend::shared}};
const std::map<std::string, ContextKind> context_kinds{
    {"auto", ContextKind::automatic}, {"glfw", ContextKind::glfw}, {"egl", ContextKind::egl}};

template <typename T>
std::string choices(const std::map<std::string, T>& map) {
    std::vector<std::string> names;
    for (const auto& [name, value] : map) names.push_back(name);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Adds an option that takes one of the names of a map; anything else is answered with the list of names.
template <typename T>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, const std::map<std::string, T>& map,
                        std::function<void(T)> take, const std::string& help) {
    return app.add_option_function<std::string>(
        flag,
        [&map, take, flag](const std::string& word) {
            const auto found = map.find(word);
            if (found == map.end())
                throw CLI::ValidationError(
                    flag, fmt::format("knows no '{}'; choose one of {}.", word, choices(map)));
            take(found->second);
        },
        help);
}

/// A whole number of at least 1, with a plain sentence for everything else.
std::uint32_t count_from(const std::string& flag, const std::string& word) {
    const bool digits =
        !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    if (!digits)
        throw CLI::ValidationError(flag, fmt::format("takes a whole number of at least 1, not '{}'.", word));
    const bool fits = word.size() <= 10 && std::stoull(word) <= std::numeric_limits<std::uint32_t>::max();
    if (!fits)
        throw CLI::ValidationError(flag, fmt::format("{} is too large; OpenGL counts up to {}.", word,
                                                     std::numeric_limits<std::uint32_t>::max()));
    if (std::stoull(word) == 0)
        throw CLI::ValidationError(flag, "takes a whole number of at least 1, not 0.");
    return static_cast<std::uint32_t>(std::stoull(word));
}

double seconds_from(const std::string& flag, const std::string& word) {
    std::size_t used = 0;
    double value = 0;
    try {
        value = std::stod(word, &used);
    } catch (const std::exception&) {
    }
    if (used != word.size() || !(value > 0) || value > 86400)
        throw CLI::ValidationError(flag, fmt::format("takes a number of seconds above 0, not '{}'.", word));
    return value;
}

/// Checks what one option alone cannot: names of versions, the file for --shader and the version it replaces.
void check(const Lesson& lesson, Options& options) {
    std::vector<std::string> names;
    for (const auto& version : lesson.versions) names.push_back(version.name);
    for (const auto& wanted : options.only)
        if (wanted.empty() ||
            std::ranges::none_of(names, [&](const std::string& name) { return name.starts_with(wanted); }))
            fail(ExitCode::wrong_usage, "--only: lesson {} has no version '{}'; it has {}.", lesson.id,
                 wanted, fmt::join(names, ", "));
    for (const auto& extra : lesson.options)
        if (extra.check) extra.check(options.extra.at(extra.flag));
    if (!options.shader.empty()) {
        if (!fs::is_regular_file(options.shader))
            fail(ExitCode::wrong_usage, "--shader {}: there is no such file.", options.shader.string());
        if (options.only.empty() && std::ranges::find(names, options.shader.stem().string()) != names.end())
            options.only = {options.shader.stem().string()};
        const auto hits = std::ranges::count_if(names, [&](const std::string& name) {
            return options.only.size() == 1 && name.starts_with(options.only.front());
        });
        if (hits != 1)
            fail(ExitCode::wrong_usage, "--shader {}: say which version it stands in for, e.g. --only {}.",
                 options.shader.string(), names.front());
    }
    const Export ending(options.export_file);  // refuses an ending it does not know
    if (!fs::is_directory(options.shaders))
        fail(ExitCode::wrong_usage,
             "The shaders are read from {}, which is no folder; give the right one with --shaders.",
             options.shaders.string());
}

}  // namespace

fs::path project_root() {
    const auto holds_shaders = [](const fs::path& folder) {
        return fs::is_directory(folder / "shaders" / "common");
    };
    if (const char* root = std::getenv("PBP_ROOT"); root != nullptr) return root;
    std::error_code problem;
    fs::path above = fs::read_symlink("/proc/self/exe", problem).parent_path();
    for (; !problem && above.has_relative_path(); above = above.parent_path())
        if (holds_shaders(above)) return above;
    return PBP_SOURCE_DIR;
}

std::optional<int> parse_options(int argc, const char* const* argv, const Lesson& lesson, Options& options) {
    CLI::App app{fmt::format("Lesson {}: {}\n\n{}", lesson.id.substr(0, 2), lesson.title, lesson.about),
                 lesson.id};
    options.data = lesson.data;
    options.out = project_root() / "out";
    options.shaders = project_root() / "shaders";

    std::string ladder = "The ladder:\n";
    for (const auto& version : lesson.versions)
        ladder += fmt::format("  {:<22} {}\n", version.name, version.idea);
    std::vector<std::string> type_names;
    std::map<std::string, ValueType> types;
    for (const auto type : lesson.types) types[to_string(type)] = type;
    if (!lesson.types.empty()) options.type = lesson.types.front();

    const char* data = "Data";
    app.add_option_function<std::string>(
           "-n,--n", [&](const std::string& word) { options.n = count_from("--n", word); },
           fmt::format("How many elements [{}]", lesson.n))
        ->type_name("COUNT")
        ->group(data);
    add_choice<InputKind>(
        app, "--data", input_kinds, [&](InputKind kind) { options.data = kind; },
        fmt::format("What the data looks like: {} [{}]", choices(input_kinds), to_string(lesson.data)))
        ->type_name("KIND")
        ->group(data);
    app.add_option("--seed", options.seed,
                   "Another seed, other data; the same everywhere for the same seed [1]")
        ->type_name("NUMBER")
        ->group(data);
    if (types.size() > 1)
        add_choice<ValueType>(
            app, "--type", types, [&](ValueType type) { options.type = type; },
            fmt::format("Type of an element: {} [{}]", choices(types), to_string(options.type)))
            ->type_name("TYPE")
            ->group(data);
    app.add_option("--input", options.input,
                   "Your own data: one number a line, or packed 32-bit values in a .raw file")
        ->type_name("FILE")
        ->group(data);
    for (const auto& extra : lesson.options) {
        options.extra[extra.flag] = extra.preset;
        app.add_option(extra.flag, options.extra[extra.flag],
                       fmt::format("{} [{}]", extra.help, extra.preset))
            ->type_name(extra.value_name)
            ->group(data);
    }

    const char* shaders = "Shaders";
    app.add_option("--only", options.only, "Run only these versions, e.g. --only v3 or --only v1,v2")
        ->delimiter(',')
        ->type_name("VERSION")
        ->group(shaders);
    app.add_option("--shader", options.shader, "Put your own shader in the place of one version")
        ->type_name("FILE")
        ->group(shaders);
    app.add_option("--shaders", options.shaders, "Read all shaders from another folder")
        ->type_name("DIR")
        ->group(shaders);
    add_choice<SubgroupBackend>(
        app, "--subgroup", subgroup_backends, [&](SubgroupBackend backend) { options.subgroup = backend; },
        "Force what sg_* calls become: khr, ballot or shared [the best the driver has]")
        ->type_name("KIND")
        ->group(shaders);

    const char* results = "Results";
    app.add_option("--out", options.out, "Where the pictures go [out]")->type_name("DIR")->group(results);
    app.add_option("--export", options.export_file, "Write every recorded pass to a table: .csv or .json")
        ->type_name("FILE")
        ->group(results);
    app.add_flag_callback(
           "--no-pictures", [&] { options.pictures = false; }, "Check everything, draw only what is wrong")
        ->group(results);
    app.add_flag("-q,--quiet", options.quiet, "Print failures only")->group(results);
    app.add_flag("--json", options.json, "Print one JSON document instead of text")->group(results);

    const char* machine = "Machine";
    add_choice<ContextKind>(
        app, "--context", context_kinds, [&](ContextKind kind) { options.context.kind = kind; },
        "How to reach OpenGL: auto, glfw (needs a display) or egl (needs none) [auto]")
        ->type_name("KIND")
        ->group(machine);
    app.add_option("--gpu", options.context.gpu, "Which EGL device, as ./learn doctor lists them")
        ->check(CLI::NonNegativeNumber)
        ->type_name("INDEX")
        ->group(machine);
    app.add_option_function<std::string>(
           "--time-limit",
           [&](const std::string& word) { options.time_limit_s = seconds_from("--time-limit", word); },
           "Stop a pass that runs longer [10]")
        ->type_name("SECONDS")
        ->group(machine);
    app.add_option_function<std::string>(
           "--compile-limit",
           [&](const std::string& word) { options.compile_limit_s = seconds_from("--compile-limit", word); },
           "Stop a compilation that runs longer [60]")
        ->type_name("SECONDS")
        ->group(machine);
    app.add_flag("--in-process", options.in_process,
                 "Run without a worker process and time limits: for a debugger")
        ->group(machine);
    app.footer(ladder +
               "\nExit codes: 0 right, 1 a check failed, 2 wrong usage, 3 a shader does not build,\n"
               "4 the machine lacks something, 5 time limit, 6 the worker died.\n\n"
               "Edit shaders/" +
               lesson.id + "/, run again, and look at out/" + lesson.id + "/: nothing needs to be rebuilt.");

    try {
        app.parse(argc, argv);
        check(lesson, options);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return 0;
    } catch (const CLI::ParseError& problem) {
        std::cerr << lesson.id << ": " << problem.what() << " (--help lists the options)\n";
        return static_cast<int>(ExitCode::wrong_usage);
    } catch (const Error& problem) {
        std::cerr << lesson.id << ": " << problem.what() << "\n";
        return static_cast<int>(problem.code());
    }
    return std::nullopt;
}

}  // namespace pbp
