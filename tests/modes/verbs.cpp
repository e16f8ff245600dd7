// SPDX-License-Identifier: MIT
// Which options each verb has, and what is said to words that do not fit: both were written before the verbs.
#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>
#include <sstream>

#include "common/lesson/lesson.hpp"
#include "common/program/command_line.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace verbs_test {

using namespace pbp;
using namespace pbp::test;

namespace {

/// A lesson with all options and all verbs, a window included; or a shader of one's own.
Lesson lesson_of(bool own_shader) {
    Lesson lesson{};
    lesson.id = own_shader ? "run_mine" : "05_bitonic_sort";
    lesson.n = 32;
    lesson.types = {ValueType::uint32, ValueType::int32};
    lesson.versions = {{.name = "v1_shared", .idea = ""},
                       {.name = "v2_pick", .idea = ""},
                       {.name = "v3_global", .idea = ""}};
    lesson.options = {{"--edge", "CELLS", "", "auto"}, {"--show", "COUNT", "", "8"}};
    lesson.options.back().plain = true;
    lesson.knobs = [](const std::string&) -> Knobs { return {LocalSizes::any, {4, 8}}; };
    lesson.window = [](Device&, const Options&) {};
    if (!own_shader) return lesson;
    lesson.file = "mine.comp";
    lesson.file_word = "FILE.comp";
    return lesson;
}

/// Words as a person types them, on files that are there; what parse_command_line() makes of them.
struct Typed {
    Folder folder;
    bool own_shader = false;
    CommandLine line;
    std::string out, err;

    Typed() {
        fs::create_directories(folder.path() / "shaders/common");
        folder.write("v3_global.comp", "void main() { LOG(1u); }\n");
        folder.write("data.txt", "1 2 3\n");
        fs::copy_file(fs::path(PBP_SOURCE_DIR) / "shaders/05_bitonic_sort/exercises/e1_direction.md",
                      folder.path() / "card.md");
        ::setenv("PBP_ROOT", folder.path().c_str(), 1);
    }
    ~Typed() { ::unsetenv("PBP_ROOT"); }

    /// 0 where the words are right.
    int code(const std::string& words) {
        std::vector<std::string> typed{"lesson"};
        std::istringstream all(words);
        for (std::string word; all >> word;) {
            if (word == "CARD") word = folder.path() / "card.md";
            if (word == "DIR") word = folder.path();
            if (word == "F")
                word = folder.path() / (typed.back() == "--input" ? "data.txt" : "v3_global.comp");
            typed.push_back(word);
        }
        std::vector<const char*> argv;
        for (const auto& word : typed) argv.push_back(word.c_str());
        const auto lesson = lesson_of(own_shader);
        line = {};
        std::ostringstream heard_out, heard_err;
        auto *const cout = std::cout.rdbuf(heard_out.rdbuf()), *const cerr =
                                                                   std::cerr.rdbuf(heard_err.rdbuf());
        const auto ended = parse_command_line(static_cast<int>(argv.size()), argv.data(), lesson, line);
        std::cout.rdbuf(cout);
        std::cerr.rdbuf(cerr);
        out = heard_out.str();
        err = heard_err.str();
        return ended.value_or(0);
    }

    /// The options that --help lists, each by its long name, in its order.
    std::string options_of(const std::string& verb) {
        REQUIRE(code(verb + " --help") == 0);
        std::string all;
        std::istringstream help(out);
        for (std::string row; std::getline(help, row);) {
            const auto at = row.starts_with("  -") ? row.find("--") : row.npos;
            if (at == row.npos || at > 5) continue;
            const auto flag = row.substr(at, row.find_first_of(" ,=", at) - at);
            if (flag != "--help") all += (all.empty() ? "" : " ") + flag;
        }
        return all;
    }
};

struct Verb {
    std::string name;
    std::string options;
};

const Verb verbs[] = {
    {"",
     "--n --data --seed --type --input --edge --show --only --shader --shaders --subgroup --watch "
     "--local-size --per-invocation --out --no-pictures --export --no-check --certify --quiet --json "
     "--context --gpu --time-limit --compile-limit --sim --sim-subgroup --sim-schedule --sim-groups --card "
     "--sim-banks --sim-sector --sim-line --sim-spirv --debug --why --used --in-process"},
    {"step",  // one run of one version on the simulator, which nothing is checked or drawn of
     "--n --data --seed --type --input --edge --only --shader --shaders --subgroup --local-size "
     "--per-invocation --sim-subgroup --sim-schedule --sim-groups --dispatch --workgroup --word --wrong "
     "--dap --do"},
    {"soak",  // at its own n, on its own data; nothing is drawn
     "--n --data --seed --type --edge --only --shader --shaders --subgroup --local-size --per-invocation "
     "--runs --quiet --json --context --gpu --time-limit --compile-limit --debug --in-process"},
    {"tune",  // times what no ASSERT slows down; draws curves
     "--n --data --seed --type --input --edge --only --shader --shaders --subgroup --local-size "
     "--per-invocation --out --no-pictures --quiet --json --context --gpu --time-limit --compile-limit "
     "--in-process"},
    {"bench",
     "--n --data --seed --type --input --edge --only --shader --shaders --subgroup --local-size "
     "--per-invocation --peers --quiet --json --context --gpu --time-limit --compile-limit --in-process"},
    {"judge",  // the card says on what; what is wrong is drawn
     "--shader --shaders --subgroup --out --quiet --json --context --gpu --time-limit --compile-limit "
     "--total-limit --sim --sim-subgroup --sim-schedule --sim-groups --card --sim-banks --sim-sector "
     "--sim-line --in-process"},
    {"window",  // always GLFW's; nothing is reported or drawn into files
     "--n --data --seed --type --edge --only --shader --shaders --subgroup --local-size --per-invocation "
     "--time-limit --compile-limit --in-process"},
    {"capture",  // always GLFW's, in this process, and without limits
     "--n --data --seed --type --input --edge --show --only --shader --shaders --subgroup --local-size "
     "--per-invocation --out --no-pictures --export --no-check --certify --quiet --json --debug --why "
     "--used"},
    {"calls",
     "--n --data --seed --type --input --edge --only --shader --shaders --subgroup --local-size "
     "--per-invocation --out --no-pictures --export --quiet --json --context --gpu --time-limit "
     "--compile-limit --debug --in-process"},
    {"compare",  // its two versions as they are, always on the simulator
     "--n --data --seed --type --input --edge --shaders --subgroup --local-size --per-invocation --out "
     "--no-pictures --quiet --json --time-limit --compile-limit --sim-subgroup --sim-schedule --sim-groups "
     "--card --sim-banks --sim-sector --sim-line --in-process"},
    {"sweep",  // 20 simulators of its own; --out is where --watch keeps what it compares
     "--n --data --seed --type --input --edge --only --shader --shaders --subgroup --watch --local-size "
     "--per-invocation --out --quiet --json --time-limit --compile-limit --debug --in-process"}};

struct Wrong {
    const char* words;
    const char* sentence;
};

const Wrong wrong[] = {
    // as it was typed before there were verbs
    {"--tune", "--tune is a verb now: 05_bitonic_sort tune ..."},
    {"--n 100 --bench --peers", "--bench is a verb now: 05_bitonic_sort bench ..."},
    {"--soak 50 --only v1", "--soak is a verb now: 05_bitonic_sort soak --runs ..."},
    {"--only v1 --soak=50", "--soak is a verb now: 05_bitonic_sort soak --runs ..."},
    {"--judge CARD --shader F", "--judge is a verb now: 05_bitonic_sort judge ..."},
    {"--window --n 8", "--window is a verb now: 05_bitonic_sort window ..."},
    {"--capture --only v3", "--capture is a verb now: 05_bitonic_sort capture ..."},
    {"--calls", "--calls is a verb now: 05_bitonic_sort calls ..."},
    {"--sim --sim-sweep", "--sim-sweep is a verb now: 05_bitonic_sort sweep ..."},
    {"--sim-compare v1,v2", "--sim-compare is a verb now: 05_bitonic_sort compare ..."},
    {"soak --tune", "--tune is a verb now: 05_bitonic_sort tune ..."},
    // an option of another verb, or of none
    {"--runs 50", "--runs belongs to soak: 05_bitonic_sort soak --runs 50"},
    {"tune --runs=50", "--runs belongs to soak: 05_bitonic_sort soak --runs 50"},
    {"--peers", "--peers belongs to bench: 05_bitonic_sort bench --peers"},
    {"tune --export x.csv", "--export belongs to a plain run: 05_bitonic_sort --export x.csv"},
    {"tune --sim --only v3", "--sim belongs to a plain run: 05_bitonic_sort --sim"},
    {"soak --runs 3 --sim", "--sim belongs to a plain run: 05_bitonic_sort --sim"},
    {"soak --input F", "--input belongs to a plain run: 05_bitonic_sort --input F"},
    {"bench --watch", "--watch belongs to a plain run: 05_bitonic_sort --watch"},
    {"sweep --sim-subgroup 8", "--sim-subgroup belongs to a plain run: 05_bitonic_sort --sim-subgroup 8"},
    {"sweep --context egl", "--context belongs to a plain run: 05_bitonic_sort --context egl"},
    {"compare v1,v2 --only v3", "--only belongs to a plain run: 05_bitonic_sort --only v3"},
    {"judge CARD --shader F --n 8", "--n belongs to a plain run: 05_bitonic_sort --n 8"},
    {"judge CARD --shader F -n 8", "-n belongs to a plain run: 05_bitonic_sort -n 8"},
    {"capture --gpu 0", "--gpu belongs to a plain run: 05_bitonic_sort --gpu 0"},
    {"window --json", "--json belongs to a plain run: 05_bitonic_sort --json"},
    {"tune --certify", "--certify belongs to a plain run: 05_bitonic_sort --certify"},
    {"sweep --onyl v3", "unknown option '--onyl'; did you mean '--only'?"},
    {"tune --frobnicate", "unknown option '--frobnicate'"},
    // verbs
    {"tun", "unexpected argument 'tun'; did you mean 'tune'?"},
    {"soka --only v1", "unexpected argument 'soka'; did you mean 'soak'?"},
    {"tune soak", "unexpected argument 'soak'"},
    {"soak 50", "unexpected argument '50'"},
    {"v3", "unexpected argument 'v3'; did you mean '--only v3'?"},
    {"soak v3_sequential", "unexpected argument 'v3_sequential'; did you mean '--only v3_sequential'?"},
    {"--n 8 soak", "--n is before the verb; put it after soak"},
    {"--sim sweep --only v3", "--sim is before the verb; put it after sweep"},
    {"soak --runs 0", "--runs: takes a whole number from 1 to 1000000000, not '0'."},
    {"soak --runs 9223372036854775808",
     "--runs: takes a whole number from 1 to 1000000000, not '9223372036854775808'."},
    {"soak --runs 5 --runs 6", "--runs is given twice; give it once."},
    {"compare", "compare: takes two versions, as in compare v2,v3."},
    {"compare v1 --n 8", "compare: takes two versions, as in compare v2,v3."},
    {"compare v1,v1", "compare: takes two different versions."},
    {"compare v1,", "compare: 'v1,' has a stray comma; remove it."},
    {"compare v1,v9",
     "compare: 'v9' is not one version of lesson 05_bitonic_sort; it has v1_shared, v2_pick, v3_global."},
    {"judge --shader F", "judge: name a card and the file to judge, as in judge CARD --shader FILE."},
    {"judge CARD", "judge: name a card and the file to judge, as in judge CARD --shader FILE."},
    // two options that do not fit
    {"--watch --json",
     "--json has no effect with --watch: a run that continues has no single document; leave --json out."},
    {"--export x.csv --watch",
     "--export has no effect with --watch: a table holds the passes of one run; leave --export out."},
    {"sweep --watch --in-process",
     "--in-process has no effect with --watch: without a worker, a shader that hangs would end the watcher; "
     "leave --in-process out."},
    {"soak --in-process --time-limit 5",
     "--time-limit has no effect with --in-process: only a worker has time limits; leave --time-limit out."},
    {"--data random --input F",
     "--data has no effect with --input: the file holds the data; leave --data out."},
    {"--sim --context egl",
     "--context has no effect with --sim: the simulator uses no OpenGL; leave --context out."},
    {"--gpu 0 --sim-groups 3",
     "--gpu has no effect with --sim-groups: the simulator uses no OpenGL; leave --gpu out."},
    {"judge CARD --shader F --card h100 --gpu 0",
     "--gpu has no effect with --card: the simulator uses no OpenGL; leave --gpu out."},
    {"--gpu 0 --context glfw",
     "--gpu 0 has no effect with --context glfw: it selects an EGL device; leave one of them out."},
    {"--sim-schedule reverse:3", "--sim-schedule: only random takes a seed, not 'reverse:3'."}};

const Wrong wrong_for_a_shader[] = {
    {"mine.comp --sim-sweep", "--sim-sweep is a verb now: run sweep ..."},
    {"mine.comp sweep --show 8", "--show belongs to a plain run: run --show 8"},
    {"mine.comp --runs 5", "--runs belongs to soak: run soak --runs 5"},
    {"mine.comp tune", "unexpected argument 'tune'"},
    {"mine.comp sweep other.comp", "FILE.comp is given twice; give it once."},
    {"--edge 4 sweep mine.comp", "--edge is before the verb; put it after sweep"}};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Typed, "each verb has the options that have an effect in it") {
        for (const auto& [name, options] : verbs) {
            CAPTURE(name);
            CHECK(options_of(name) == options);
        }
        code("--help");
        for (const auto& verb : verbs) CHECK(contains(out, "\n  " + verb.name));
    }

    TEST_CASE_FIXTURE(Typed, "words that do not fit are answered in this sentence, exit code 2") {
        const auto answers = [&](const Wrong& one, const std::string& program) {
            CAPTURE(one.words);
            CHECK(code(one.words) == 2);
            auto said = err;
            for (const auto& file : {"data.txt", "v3_global.comp"}) {
                const auto path = (folder.path() / file).string();
                if (const auto at = said.find(path); at != said.npos) said.replace(at, path.size(), "F");
            }
            CHECK(said == program + ": " + one.sentence + " (--help lists the options)\n");
        };
        for (const auto& one : wrong) answers(one, "05_bitonic_sort");
        own_shader = true;
        for (const auto& one : wrong_for_a_shader) answers(one, "run_mine");
    }

    TEST_CASE_FIXTURE(Typed, "words that fit say what runs, on what") {
        const auto runs = [&]<typename M>(const std::string& words, const M&, bool simulated) {
            CAPTURE(words);
            CHECK(code(words) == 0);
            CHECK(err.empty());
            CHECK(std::holds_alternative<M>(line.mode));
            CHECK(line.simulated() == simulated);
        };
        runs("--type int --edge 8 --shaders DIR --gpu 0 --context auto", mode::Check(), false);
        runs("--watch --sim-groups 3 --debug --shader F", mode::Check(), true);
        CHECK((line.watch && line.options.debug));
        runs("--card h100 --certify --no-check --why keys[0]", mode::Check(), true);
        runs("soak", mode::Soak(), false);
        CHECK(std::get<mode::Soak>(line.mode).runs == 100);
        runs("soak --runs 7 --debug --shader F --only v3", mode::Soak(), false);
        CHECK(std::get<mode::Soak>(line.mode).runs == 7);
        runs("tune --input F --local-size 64", mode::Tune(), false);
        runs("bench --peers --json", mode::Bench(), false);
        CHECK(std::get<mode::Bench>(line.mode).peers);
        runs("judge CARD --shader F --shaders DIR", mode::Judge(), false);
        runs("judge CARD --sim-subgroup 8 --shader F", mode::Judge(), true);
        runs("window --n 8", mode::Window(), false);
        runs("capture --why keys[0] --export t.csv", mode::Capture(), false);
        CHECK(line.in_process);
        runs("calls --in-process --context egl", mode::Calls(), false);
        runs("compare v1,v2 --sim-banks 16", mode::Compare(), true);
        runs("compare v3 v1", mode::Compare(), true);
        CHECK(line.options.only == std::vector<std::string>{"v3_global", "v1_shared"});
        runs("sweep --watch --only v1", mode::Sweep(), true);
        own_shader = true;
        runs("mine.comp --sim --show 4", mode::Check(), true);
        runs("mine.comp sweep --edge 8", mode::Sweep(), true);
        runs("sweep mine.comp", mode::Sweep(), true);
        CHECK(line.files == std::vector<std::string>{"mine.comp"});
    }
}

}  // namespace verbs_test
