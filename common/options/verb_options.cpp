// SPDX-License-Identifier: MIT
#include "common/options/verb_options.hpp"

#include "common/options/machine_options.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

const Words<InputKind> input_kinds{
    {"shuffled", InputKind::shuffled}, {"small", InputKind::small},   {"flags", InputKind::flags},
    {"random", InputKind::random},     {"sorted", InputKind::sorted}, {"reversed", InputKind::reversed},
    {"equal", InputKind::equal},       {"few", InputKind::few},       {"extremes", InputKind::extremes}};

}  // namespace

VerbOptions::VerbOptions(CLI::App& app, const Lesson& lesson, Asked& asked)
    : app_(app), lesson_(lesson), asked_(asked) {
    if (!lesson.file_word.empty())
        OptionGroup(app).positional(lesson.file_word, "What to run: docs/run.md, docs/your_own.md",
                                    [&asked](const std::string& word) { asked.files.push_back(word); });
}

const VerbOptions& VerbOptions::data() const {
    auto data = group("Data");
    auto& options = asked_.options;
    Words<ValueType> types;
    for (const auto type : lesson_.types) types[to_string(type)] = type;
    data.word("-n,--n", "COUNT",
              fmt::format("Number of {}s, such as 1000 or 2^20 [{}]", lesson_.element, lesson_.n),
              [&options](const auto& word) { options.n = count_from("--n", word); });
    data.word("--data", "KIND",
              fmt::format("Kind of data: {} [{}]", listed(input_kinds),
                          lesson_.complete != nullptr ? "the lesson's own" : to_string(lesson_.data)),
              [&options](const auto& word) { options.data = choice_from("--data", word, input_kinds); });
    data.word("--seed", "NUMBER", "Seed of the data; the same seed gives the same data on every machine [1]",
              [&options](const auto& word) { options.seed = seed_from("--seed", word); });
    if (types.size() > 1)
        data.word("--type", "TYPE",
                  fmt::format("Element type: {} [{}]", listed(types), to_string(options.type)),
                  [&options, types](const auto& word) { options.type = choice_from("--type", word, types); });
    return *this;
}

const VerbOptions& VerbOptions::input() const {
    if (lesson_.reads_input)
        group("Data").value("--input", "FILE",
                            "Your own data: one number per line, or packed 32-bit values in a .raw file",
                            asked_.options.input);
    return *this;
}

const VerbOptions& VerbOptions::own_ones(bool plain) const {
    for (const auto& extra : lesson_.options) {
        auto& value = asked_.options.extra[extra.flag] = extra.preset;
        if (extra.plain != plain) continue;
        const auto help =
            extra.preset.empty() ? extra.help : fmt::format("{} [{}]", extra.help, extra.preset);
        if (extra.repeats)
            group("Data").words(extra.flag, extra.value_name.c_str(), help,
                                [&value](const auto& word) { value += (value.empty() ? "" : "\n") + word; });
        else
            group("Data").value(extra.flag, extra.value_name, help, value);
    }
    return *this;
}

const VerbOptions& VerbOptions::own() const {
    return own_ones(false);
}

const VerbOptions& VerbOptions::plain_own() const {
    return own_ones(true);
}

const VerbOptions& VerbOptions::only() const {
    group("Shaders").list("--only", "VERSION", "Run only these versions, e.g. --only v3 or --only v1,v2",
                          asked_.options.only);
    return *this;
}

const VerbOptions& VerbOptions::shader() const {
    group("Shaders").value("--shader", "FILE", "Run your own shader instead of one version",
                           asked_.options.shader);
    return *this;
}

const VerbOptions& VerbOptions::shaders() const {
    group("Shaders").value("--shaders", "DIR", "Read all shaders from another folder",
                           asked_.options.shaders);
    add_subgroup(group("Shaders"), asked_.options.subgroup);
    return *this;
}

const VerbOptions& VerbOptions::versions() const {
    return only().shader().shaders();
}

const VerbOptions& VerbOptions::watch() const {
    group("Shaders").flag("--watch",
                          "Keep running: rerun whatever a saved shader affects, and report what changed",
                          asked_.watch);
    return *this;
}

const VerbOptions& VerbOptions::sizes() const {
    auto sizes = group("Sizes");
    auto& choice = asked_.options.choice;
    sizes.word("--local-size", "COUNT",
               "Invocations per workgroup, if the version leaves it open [the version's own]",
               [&choice](const auto& word) { choice.local_size = count_from("--local-size", word); });
    sizes.word("--per-invocation", "COUNT",
               "Elements per invocation, if the version leaves it open [the version's own]",
               [&choice](const auto& word) { choice.per_invocation = count_from("--per-invocation", word); });
    return *this;
}

const VerbOptions& VerbOptions::out(const char* help) const {
    group("Results").value("--out", "DIR", help, asked_.options.out);
    return *this;
}

const VerbOptions& VerbOptions::pictures() const {
    out().group("Results").flag("--no-pictures", "Check everything, draw only what is wrong",
                                asked_.options.pictures, false);
    return *this;
}

const VerbOptions& VerbOptions::table() const {
    group("Results").value("--export", "FILE", "Write every recorded pass to a table: .csv or .json",
                           asked_.options.export_file);
    return *this;
}

const VerbOptions& VerbOptions::checks() const {
    group("Results").flag("--no-check",
                          "Draw every pass and compare none: for a shader that does another task",
                          asked_.options.compares, false);
    group("Results").flag("--certify",
                          "Say whether a version is right for every input of n elements, and why not",
                          asked_.options.certifies);
    return *this;
}

const VerbOptions& VerbOptions::report() const {
    group("Results").flag("-q,--quiet", "Print failures only", asked_.quiet);
    group("Results").flag("--json", "Print one JSON document instead of text", asked_.json);
    return *this;
}

const VerbOptions& VerbOptions::context() const {
    add_context(group("Machine"), asked_.context);
    return *this;
}

const VerbOptions& VerbOptions::limits() const {
    add_limits(group("Machine"), "a pass", asked_.limits);
    return *this;
}

const VerbOptions& VerbOptions::total_limit() const {
    const auto help =
        fmt::format("Stop when all of it has used more processor time [{}]", TimeLimits::verdict_s);
    group("Machine").word("--total-limit", "SECONDS", help.c_str(),
                          [&limits = asked_.limits](const auto& word) {
                              limits.processor_s = seconds_from("--total-limit", word);
                          });
    return *this;
}

const VerbOptions& VerbOptions::simulator() const {
    add_simulator(group("Simulator"), asked_.simulator);
    return *this;
}

const VerbOptions& VerbOptions::listing() const {
    add_listing(group("Simulator"), asked_.simulator);
    return *this;
}

const VerbOptions& VerbOptions::costs() const {
    add_costs(group("Simulator"), asked_.simulator);
    return *this;
}

const VerbOptions& VerbOptions::sim() const {
    group("Simulator")
        .action("--sim", "Run on the simulator: races, bounds and costs, line by line (docs/simulator.md)",
                [&asked = asked_] { simulator_in(asked.simulator); });
    return simulator().costs();
}

const VerbOptions& VerbOptions::debug() const {
    group("Debugging")
        .flag("--debug", "Compile in the shaders' ASSERT and LOG calls: docs/debugging.md",
              asked_.options.debug);
    return *this;
}

const VerbOptions& VerbOptions::memory() const {
    const auto words = [&](const char* flag, const char* help, std::vector<std::string>& all) {
        group("Debugging").words(flag, "WORD", help, [&all](const auto& word) { all.push_back(word); });
    };
    words("--why", "Who made a word of memory, back to the input, such as 'tile[3]@6' after pass 6",
          asked_.options.why);
    words("--used", "What a word of memory went into, from then on, such as 'tile[3]@2'",
          asked_.options.used);
    return *this;
}

const VerbOptions& VerbOptions::in_process() const {
    group("Debugging")
        .flag("--in-process", "Run without a worker process or time limits, for a debugger",
              asked_.in_process);
    return *this;
}

}  // namespace pbp
