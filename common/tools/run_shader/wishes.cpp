// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/wishes.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "common/base/files.hpp"
#include "common/base/printable.hpp"
#include "common/base/readable.hpp"
#include "common/check/input_file.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/option_rules.hpp"
#include "common/options/read_words.hpp"
#include "common/options/simulator_options.hpp"
#include "common/options/words.hpp"
#include "common/tools/run_shader/expectations.hpp"

namespace pbp::run_shader {

namespace {

namespace fs = std::filesystem;

bool is_number(const std::string& word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

/// What comes before the first '=' and what after it.
std::pair<std::string, std::string> halves(const std::string& flag, const std::string& word,
                                           const char* form) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
        fail(ExitCode::wrong_usage, "{}: write {}, not '{}'.", flag, form, word);
    return {word.substr(0, equals), word.substr(equals + 1)};
}

BufferWish buffer_from(const std::string& word) {
    BufferWish wish;
    std::string what;
    std::tie(wish.which, what) = halves("--buffer", word, "NAME=COUNT[:KIND] or NAME=FILE");
    const auto colon = what.find(':');
    const auto count = what.substr(0, colon);
    if (is_number(count)) {
        wish.count = count_from("--buffer " + wish.which, count);
        if (colon != std::string::npos) {
            wish.kind_word = what.substr(colon + 1);
            wish.kind = choice_from("--buffer " + wish.which, wish.kind_word, data_kinds());
        }
    } else if (const auto kind = data_kinds().find(what); kind != data_kinds().end()) {
        wish.kind_word = what;
        wish.kind = kind->second;
    } else if (const auto why = why_no_file(what); why.empty() || is_stream(what)) {
        wish.file = what;
    } else {
        fail(ExitCode::wrong_usage, "--buffer {}: '{}' is neither a count, nor one of {}, nor a file: {}.",
             wish.which, in_message(what), listed(data_kinds()), why);
    }
    return wish;
}

ImageWish image_from(const std::string& word) {
    ImageWish wish;
    std::string what;
    std::tie(wish.which, what) = halves("--image", word, "BINDING=FILE.png or BINDING=WIDTHxHEIGHT");
    std::vector<std::string> parts;
    for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
        end = what.find('x', at);
        parts.push_back(what.substr(at, end == std::string::npos ? end : end - at));
    }
    if (parts.size() <= 3 && std::ranges::all_of(parts, is_number))
        for (std::size_t axis = 0; axis < parts.size(); ++axis)
            wish.size[static_cast<int>(axis)] = count_from("--image " + wish.which, parts[axis]);
    else if (const auto why = why_no_file(what); why.empty())
        wish.file = what;
    else
        fail(ExitCode::wrong_usage, "--image {}: '{}' is neither a size, such as 256x256, nor a file: {}.",
             wish.which, in_message(what), why);
    return wish;
}

Groups groups_from(const std::string& word) {
    const auto parts = parts_of("--groups", word);
    if (parts.size() > 3) fail(ExitCode::wrong_usage, "--groups: takes X, X,Y or X,Y,Z, not '{}'.", word);
    Groups groups{1};
    for (std::size_t axis = 0; axis < parts.size(); ++axis)
        groups[static_cast<int>(axis)] = count_from("--groups", parts[axis]);
    return groups;
}

void add_shader(OptionGroup shader, Wishes& wishes) {
    shader.word("--groups", "X[,Y[,Z]]", "Workgroups per dispatch [enough for the largest buffer or image]",
                [&](const auto& word) { wishes.groups = groups_from(word); });
    shader.word("--repeat", "COUNT", "Number of dispatches, one after the other [1]",
                [&](const auto& word) { wishes.repeat = count_from("--repeat", word); });
    shader.words("--define", "NAME[=VALUE]", "Add a #define to the shader", [&](const auto& word) {
        const auto equals = word.find('=');
        wishes.defines.push_back(
            {word.substr(0, equals), equals == std::string::npos ? "1" : word.substr(equals + 1)});
    });
    shader.words("--uniform", "NAME=VALUE[,VALUE...]", "Set a uniform [0]", [&](const auto& word) {
        const auto [name, values] = halves("--uniform", word, "NAME=VALUE[,VALUE...]");
        wishes.uniforms.push_back({name, parts_of("--uniform " + name, values)});
    });
    shader.words("--constant", "NAME|ID=VALUE", "Set a specialization constant [as in the shader]",
                 [&](const auto& word) {
                     const auto [which, value] = halves("--constant", word, "NAME=VALUE or ID=VALUE");
                     wishes.constants.push_back({which, value});
                 });
}

void add_data(OptionGroup data, Wishes& wishes) {
    data.words("--buffer", "WHICH=COUNT[:KIND]",
               fmt::format("A buffer, by name or binding: its number of elements and their kind ({}) [1024 "
                           "zeros]; or WHICH=FILE, one number per line, or its bytes in a .raw file",
                           listed(data_kinds())),
               [&](const auto& word) { wishes.buffers.push_back(buffer_from(word)); });
    data.words("--image", "WHICH=FILE.png|WxH[xD]",
               "An image or a sampler, by name or binding: a PNG or JPEG, or zeros, of an array with its "
               "layers last [64x64, 16x16x16, 64x64x4]",
               [&](const auto& word) { wishes.images.push_back(image_from(word)); });
    data.word("--seed", "NUMBER", "Seed of the data [1]",
              [&](const auto& word) { wishes.seed = seed_from("--seed", word); });
}

void add_results(OptionGroup results, Wishes& wishes) {
    results.word("--show", "COUNT", "Number of elements of each buffer to print [64]",
                 [&](const auto& word) { wishes.show = count_from("--show", word); });
    results.word("--expect", "[BUFFER=]WHAT",
                 fmt::format("What the last dispatch must leave: a file of numbers, or one of {}",
                             fmt::join(expectation_names(), ", ")),
                 [&](const auto& word) {
                     check_expected(word);
                     wishes.expect = word;
                 });
    results.value("--dump-passes", "NAME.pass.json",
                  "Run nothing: write a description of this run, to add dispatches to (docs/your_own.md)",
                  wishes.dump);
    results.value("--out", "DIR", "Folder for the pictures, in run/ [out]", wishes.out);
    results.flag("--no-pictures", "Print only", wishes.pictures, false);
    results.flag("-q,--quiet", "Print findings and results that differ only", wishes.quiet);
    results.flag("--json", "Print one JSON document instead of text", wishes.json);
}

void add_machine(OptionGroup machine, Wishes& wishes) {
    add_subgroup(machine, wishes.subgroup);
    add_context(machine, wishes.context);
    add_limits(machine, "a dispatch", wishes.limits);
    machine.value("--shaders", "DIR", "The folder whose common/ is searched for includes [shaders]",
                  wishes.shaders);
    machine.flag("--in-process", "Run without a worker process or time limits, for a debugger",
                 wishes.in_process);
}

/// Throws for what is named twice.
template <typename Wish, typename Name>
void refuse_twice(const char* flag, const std::vector<Wish>& wishes, Name Wish::*name) {
    std::set<Name> seen;
    for (const auto& wish : wishes)
        if (!seen.insert(wish.*name).second)
            fail(ExitCode::wrong_usage, "{}: {} is given twice; give it once.", flag, wish.*name);
}

/// Throws where two options contradict each other, or one has no effect.
void check_together(const Wishes& wishes, const std::set<std::string>& given) {
    constexpr Modes opengl = 1, simulate = 2, sweep = 4, every = 7;
    constexpr const char* no_opengl = "the simulator uses no OpenGL";
    constexpr const char* by_the_sweep = "a sweep tries all subgroup sizes and orders";
    constexpr const char* not_counted = "only counts depend on it, and a sweep reports none";
    constexpr const char* no_worker = "only a worker has time limits";
    OptionRules rules{.modes = {{"--sim-sweep", sweep},
                                {"--sim", simulate, sweep},
                                {"--sim-subgroup", simulate, sweep},
                                {"--sim-schedule", simulate, sweep},
                                {"--sim-groups", simulate, sweep},
                                {"--sim-banks", simulate, sweep},
                                {"--sim-sector", simulate, sweep},
                                {"--sim-line", simulate, sweep}},
                      .scopes = {{"--sim-subgroup", simulate, by_the_sweep},
                                 {"--sim-schedule", simulate, by_the_sweep},
                                 {"--sim-groups", simulate, by_the_sweep},
                                 {"--sim-banks", simulate, not_counted},
                                 {"--sim-sector", simulate, not_counted},
                                 {"--sim-line", simulate, not_counted},
                                 {"--context", opengl, no_opengl},
                                 {"--gpu", opengl, no_opengl},
                                 {"--show", opengl | simulate, "a sweep prints no elements"},
                                 {"--expect", opengl | simulate, "a sweep compares the machines"}},
                      .clashes = {{"--expect", "--dump-passes", "nothing runs"},
                                  {"--time-limit", "--in-process", no_worker},
                                  {"--compile-limit", "--in-process", no_worker}},
                      .plain = opengl};
    for (const char* flag :
         {"FILE.comp", "--groups", "--repeat", "--define", "--uniform", "--constant", "--buffer", "--image",
          "--seed", "--dump-passes", "--out", "--no-pictures", "--quiet", "--json", "--subgroup",
          "--time-limit", "--compile-limit", "--shaders", "--in-process"})
        rules.scopes.push_back({flag, every});
    rules.check(given);
    check_context(wishes.context);
    refuse_twice("--define", wishes.defines, &glsl::Define::name);
    refuse_twice("--uniform", wishes.uniforms, &UniformWish::name);
    refuse_twice("--constant", wishes.constants, &ConstantWish::which);
    refuse_twice("--buffer", wishes.buffers, &BufferWish::which);
    refuse_twice("--image", wishes.images, &ImageWish::which);
}

}  // namespace

void read_files(Wishes& wishes) {
    for (auto& wish : wishes.buffers)
        if (!wish.file.empty()) wish.bytes = read_bytes(wish.file);
}

std::optional<int> parse(int argc, const char* const* argv, Wishes& wishes) {
    const auto reader = make_app(
        "Runs any compute shader, on OpenGL or on the simulator: finds its buffers, images and uniforms,\n"
        "fills them, and shows what it made of them. The page: docs/run.md\n",
        "run",
        "Exit codes: 0 right, 1 a finding of the simulator or not as expected, 2 wrong usage, 3 the shader "
        "does not build,\n"
        "4 the machine lacks something, 5 time limit, 6 the worker died.");
    auto& app = *reader;
    wishes.words.assign(argv + 1, argv + argc);
    wishes.out = project_root() / "out";
    wishes.shaders = project_root() / "shaders";
    std::string file;
    OptionGroup(app).positional("FILE.comp",
                                "The shader; #include searches its own folder and shaders/common", file);
    add_shader({app, "Shader"}, wishes);
    add_data({app, "Data"}, wishes);
    add_results({app, "Results"}, wishes);
    add_machine({app, "Machine"}, wishes);
    add_simulator({app, "Simulator"}, wishes.simulated);
    try {
        const auto given = read_words(app, argc, argv);
        if (!given) return 0;
        check_together(wishes, *given);
        wishes.swept = given->contains("--sim-sweep");
        if (file.empty())
            fail(ExitCode::wrong_usage, "name a shader, as in ./learn run FILE.comp --groups 4.");
        if (file.ends_with(".json"))
            fail(ExitCode::wrong_usage,
                 "{}: a description of several dispatches ends in .pass.json; rename it.", in_message(file));
        wishes.shader = file;
        if (const auto why = why_no_file(wishes.shader); !why.empty())
            fail(ExitCode::wrong_usage, "{}: {}.", in_message(wishes.shader), why);
        std::error_code unreachable;
        if (!fs::is_directory(wishes.shaders, unreachable))
            fail(ExitCode::wrong_usage, "--shaders: {} is not a folder.", in_message(wishes.shaders));
    } catch (const std::exception& problem) {
        std::cerr << "run: " << printable(problem.what()) << " (--help lists the options)\n";
        return static_cast<int>(ExitCode::wrong_usage);
    }
    return std::nullopt;
}

}  // namespace pbp::run_shader
