// SPDX-License-Identifier: MIT
#include "common/options/lesson_options.hpp"

#include <sstream>

#include "common/options/machine_options.hpp"
#include "common/options/read_words.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

const Words<InputKind> input_kinds{
    {"shuffled", InputKind::shuffled}, {"small", InputKind::small},   {"flags", InputKind::flags},
    {"random", InputKind::random},     {"sorted", InputKind::sorted}, {"reversed", InputKind::reversed},
    {"equal", InputKind::equal},       {"few", InputKind::few},       {"extremes", InputKind::extremes}};

}  // namespace

void add_data(OptionGroup data, const Lesson& lesson, Options& options) {
    Words<ValueType> types;
    for (const auto type : lesson.types) types[to_string(type)] = type;
    data.word("-n,--n", "COUNT",
              fmt::format("Number of {}s, such as 1000 or 2^20 [{}]", lesson.element, lesson.n),
              [&](const auto& word) { options.n = count_from("--n", word); });
    data.word("--data", "KIND",
              fmt::format("Kind of data: {} [{}]", listed(input_kinds),
                          lesson.complete != nullptr ? "the lesson's own" : to_string(lesson.data)),
              [&](const auto& word) { options.data = choice_from("--data", word, input_kinds); });
    data.word("--seed", "NUMBER", "Seed of the data; the same seed gives the same data on every machine [1]",
              [&](const auto& word) { options.seed = seed_from("--seed", word); });
    if (types.size() > 1)
        data.word("--type", "TYPE",
                  fmt::format("Element type: {} [{}]", listed(types), to_string(options.type)),
                  [&options, types](const auto& word) { options.type = choice_from("--type", word, types); });
    if (lesson.reads_input)
        data.value("--input", "FILE",
                   "Your own data: one number per line, or packed 32-bit values in a .raw file",
                   options.input);
    for (const auto& extra : lesson.options) {
        auto& value = options.extra[extra.flag] = extra.preset;
        const auto help =
            extra.preset.empty() ? extra.help : fmt::format("{} [{}]", extra.help, extra.preset);
        if (extra.repeats)
            data.words(extra.flag, extra.value_name.c_str(), help,
                       [&value](const auto& word) { value += (value.empty() ? "" : "\n") + word; });
        else
            data.value(extra.flag, extra.value_name, help, value);
    }
}

void add_shaders(OptionGroup shaders, Options& options) {
    shaders.list("--only", "VERSION", "Run only these versions, e.g. --only v3 or --only v1,v2",
                 options.only);
    shaders.value("--shader", "FILE", "Run your own shader instead of one version", options.shader);
    shaders.value("--shaders", "DIR", "Read all shaders from another folder", options.shaders);
}

void add_sizes(OptionGroup sizes, Options& options) {
    sizes.word("--local-size", "COUNT",
               "Invocations per workgroup, if the version leaves it open [the version's own]",
               [&](const auto& word) { options.choice.local_size = count_from("--local-size", word); });
    sizes.word(
        "--per-invocation", "COUNT",
        "Elements per invocation, if the version leaves it open [the version's own]",
        [&](const auto& word) { options.choice.per_invocation = count_from("--per-invocation", word); });
}

namespace {

template <typename Text>
Options with_any_words(const Lesson& lesson, Options options, const Text& words) {
    const auto app = make_app("", lesson.id);
    add_data({*app, "Data"}, lesson, options);
    add_shaders({*app, "Shaders"}, options);
    add_subgroup({*app, "Shaders"}, options.subgroup);
    add_sizes({*app, "Sizes"}, options);
    options.given.merge(read_words(*app, words));
    return options;
}

}  // namespace

Options with_words(const Lesson& lesson, Options options, const std::string& words) {
    return with_any_words(lesson, std::move(options), words);
}

Options with_words(const Lesson& lesson, Options options, const WordsByFlag& words) {
    return with_any_words(lesson, std::move(options), typed(words));
}

std::vector<std::string> lines_of(const std::string& value) {
    std::vector<std::string> all;
    std::istringstream lines(value);
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    return all;
}

std::vector<std::string> typed(const WordsByFlag& words) {
    std::vector<std::string> all;
    for (const auto& [flag, value] : words)
        for (const auto& line : lines_of(value)) all.insert(all.end(), {flag, line});
    return all;
}

}  // namespace pbp
