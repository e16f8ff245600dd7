// Times every version of the lessons at several n, and compares with this machine's own limits.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <iostream>

#include "common/base/files.hpp"
#include "common/base/system.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/read_words.hpp"
#include "common/options/words.hpp"
#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"
#include "common/process/worker.hpp"
#include "common/tools/bench/card.hpp"
#include "common/tools/bench/charts.hpp"
#include "common/tools/bench/sitting.hpp"

namespace pbp::bench {

namespace {

namespace fs = std::filesystem;

/// The lesson's program that a word means: 3, 03 or 03_reduction.
std::string lesson_of(const std::string& word, const fs::path& programs) {
    for (const auto& name : lessons_in(programs))
        if (name == word || name.substr(0, 2) == word || name.substr(0, 2) == "0" + word) return name;
    fail(ExitCode::wrong_usage, "'{}' is not a lesson that has been built; ./learn list shows the lessons.",
         word);
}

/// Words that a lesson reads as they are.
void hand_on(OptionGroup options, const char* flag, const char* type, const char* help, Wishes& wishes) {
    options.word(flag, type, help, [flag, &wishes](const std::string& word) {
        wishes.handed_on.insert(wishes.handed_on.end(), {flag, word});
    });
}

int run(int argc, const char* const* argv) {
    Wishes wishes;
    bool json = false, peers = false;
    fs::path out = project_root() / "out";
    std::string sizes, card;
    std::vector<std::string> words;
    ContextOptions context;
    fs::path shaders = project_root() / "shaders";
    wishes.programs = own_program().parent_path() / "lessons";
    const auto app = make_app(
        "Times every version of the lessons at several n. Each is checked, warmed up, timed at least 20 "
        "times\n"
        "and compared with this machine's limits.",
        "bench",
        "Exit codes: 0 right, 1 a timed result is wrong, 2 wrong usage, 3 a shader does not build,\n"
        "4 the machine lacks something, 5 time limit, 6 the worker died, 130 or 143 interrupted: what was "
        "timed is kept.");
    OptionGroup options(*app);
    options.positional("LESSONS", "Only these lessons, by number [all that have a bench]", words);
    options.value("-n,--n", "LIST",
                  "Numbers of elements, e.g. 1000,2^20 [2^16,2^18,..,2^26; 2^22 without a GPU]", sizes);
    options.list("--only", "VERSION", "Only these versions, e.g. --only v3 or --only v1,v2", wishes.only);
    options.flag("--peers",
                 "Also time other libraries: the standard library, and CUB if CUDA's compiler was found",
                 peers);
    options.value("--card", "NAME", "Measure this GPU for predictions instead: bench/card-NAME.json", card);
    options.flag("--json", "Print one JSON document instead of tables", json);
    options.value("--out", "TEXT", "Folder for the results, bench/bench.json, written after every row [out]",
                  out);
    hand_on(options, "--shader", "FILE", "Run your own shader instead of the one version in --only", wishes);
    hand_on(options, "--subgroup", "KIND", "Back end for sg_* calls: khr, ballot or shared", wishes);
    hand_on(options, "--local-size", "COUNT", "Invocations per workgroup, if the version leaves it open",
            wishes);
    hand_on(options, "--per-invocation", "COUNT", "Elements per invocation, if the version leaves it open",
            wishes);
    hand_on(options, "--seed", "NUMBER", "Seed of the data", wishes);
    options.value("--shaders", "TEXT", "Read all shaders from another folder", shaders);
    add_context(options, context);
    add_limits(options, "a timed run", wishes.limits);
    OptionGroup(*app, "").flag("--measure-limits", "");  // what the first process is started with
    if (!parsed(*app, argc, argv)) return 0;
    check_context(context);
    if (!sizes.empty()) wishes.sizes = sizes_from("--n", sizes);
    for (const auto& word : words) wishes.lessons.push_back(lesson_of(word, wishes.programs));
    if (!card.empty()) {
        if (!std::ranges::all_of(card, [](unsigned char c) { return std::isalnum(c) || c == '-'; }))
            fail(ExitCode::wrong_usage, "--card: '{}' is no name for a file; use letters, digits and '-'.",
                 card);
        if (!words.empty())
            fail(ExitCode::wrong_usage, "--card measures the GPU itself: leave out '{}'.", words.front());
    }
    if (is_worker())
        return serve([&](Sink& sink) {
            return card.empty() ? tell_limits(context, shaders, wishes.sizes, sink)
                                : tell_card(context, shaders, sink);
        });

    wishes.handed_on.insert(wishes.handed_on.end(), {"--shaders", shaders.string()});
    std::ranges::copy(words_for(context), std::back_inserter(wishes.handed_on));
    if (peers) wishes.handed_on.push_back("--peers");
    wishes.quiet = json;
    const auto file = out / "bench" / (card.empty() ? "bench" : "card-" + card).append(".json");
    make_room(file.parent_path(), "--out");
    catch_signals();
    const auto stopped = [] { return interruption() != 0; };
    if (!card.empty()) {
        auto asked = words_for(context);
        asked.insert(asked.end(), {"--card", card, "--shaders", shaders.string()});
        const int code = keep_card(file, asked, wishes.limits, json, stopped);
        return code == stopped_code ? 128 + interruption() : code;
    }

    Sitting sitting(wishes, file, stopped);
    const int code = sitting.run();
    auto& unwritten = sitting.unwritten();
    const bool any = !sitting.report().rows.empty();
    if (any) unwritten.attempt([&] { save_charts(file.parent_path(), sitting.report()); });
    if (json) std::cout << to_json(sitting.report());
    if (code == stopped_code) std::cerr << "Interrupted.\n";
    if (any && !json && !unwritten.first())
        std::cout << "\n  results and charts: " << shown(file.parent_path())
                  << "/   page: docs/performance.md\n";
    if (unwritten.first()) std::cerr << unwritten.first()->what() << "\n";
    if (code == stopped_code) return 128 + interruption();
    return code != 0 || !unwritten.first() ? code : static_cast<int>(unwritten.first()->code());
}

}  // namespace

}  // namespace pbp::bench

int main(int argc, char** argv) {
    return pbp::guarded("bench", [&] { return pbp::bench::run(argc, argv); });
}
