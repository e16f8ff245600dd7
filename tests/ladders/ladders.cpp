// SPDX-License-Identifier: MIT
// Every version of a lesson, on the device: over awkward sizes and data, and with faults put into its
// shaders. PBP_LESSON names one lesson; without it all are run.

#include <utility>

#include "common/lesson/runner.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/task.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/simulated.hpp"

using namespace pbp::test;

namespace {

/// The faults that a lesson must notice, and the pass that it must name.
std::vector<Fault> mutations_of(const std::string& lesson) {
    return faults_of(source_dir / "tests/lessons/mutations" / (lesson + ".txt"));
}

bool takes(const std::string& lesson, const std::string& option) {
    return contains(run_lesson(lesson, {"--help"}).output, option);
}

/// Numbers of elements at which the simulator looks for a fault, one after the other; "": the lesson's own.
std::vector<std::string> small_sizes(const std::string& lesson) {
    if (lesson == "08_particles") return {"--n 60", ""};  // its own is 2048
    return {""};
}

/// A version on the simulator, in this process.
pbp::VersionReport simulated(const std::string& id, const std::string& word, const fs::path& shaders,
                             const std::string& words) {
    const auto& lesson = lesson_of(id);
    const auto& version = pbp::version_named(lesson, word);
    auto options = options_of(lesson, version, words);
    options.shaders = shaders;
    pbp::SilentSink sink;
    pbp::Opened on(one_order(), pbp::shader_tree(lesson, options), &sink);
    return pbp::Runner(on.device, lesson, options, sink, {.timed = {.most = 0}, .simulator = on.simulator})
        .run(version);
}

/// The name of a pass on this machine: where the size of a tile depends on the lanes of a subgroup, it is not
/// compared with that of another machine.
std::string named_here(std::string pass) {
    constexpr std::string_view lanes = " with 8 lanes";
    if (!pass.ends_with(lanes)) return pass;
    pass.resize(pass.size() - lanes.size());
    return on_llvmpipe_with_small_subgroups() ? pass : pass.substr(0, pass.rfind(' '));
}

/// Words that spare the driver's compiler by day.
std::vector<std::string> by_day(std::vector<std::string> words) {
    return full_matrix() ? std::vector<std::string>{} : std::move(words);
}

/// The driver compiles a program for each digit: keys of 12 bits have several, and those of 32 are for the
/// simulator, for awkward_keys.cpp and for the night.
std::vector<std::string> fewer_digits(const std::string& lesson) {
    return takes(lesson, "--bits") ? by_day({"--bits", "12"}) : std::vector<std::string>{};
}

}  // namespace

TEST_CASE("every version is right for awkward sizes, data and types") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& lesson : lessons()) {
        CAPTURE(lesson);
        const bool typed = takes(lesson, "--type");
        const auto fewer = fewer_digits(lesson);
        const std::vector<std::string> kinds{"random", "extremes", "equal", "reversed",
                                             "sorted", "shuffled", "few"};
        const std::vector<std::string> types{"uint", "float", "int"};
        std::size_t round = 0;
        const auto run = [&](const std::string& n, int seed, const std::string& type,
                             const std::vector<std::string>& machine) {
            std::vector<std::string> words{"--n",          n,
                                           "--seed",       std::to_string(seed),
                                           "--data",       kinds[round++ % kinds.size()],
                                           "--quiet",      "--no-pictures",
                                           "--out",        out.path(),
                                           "--time-limit", slow_compiler_s};
            words.insert(words.end(), machine.begin(), machine.end());
            if (typed && !type.empty()) words.insert(words.end(), {"--type", type});
            const auto outcome = run_lesson(lesson, words);
            CAPTURE(words);
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 0);
        };
        // The smallest, and one less and one more than one and several workgroups: on the driver, which
        // compiles anew for each type: by day in the lesson's own. The simulator has the others.
        const std::vector<std::string> awkward{"1", "2", "3", "15", "17", "255", "257", "1000", "70000"};
        for (const auto& n : awkward)
            if (full_matrix())
                run(n, 1, types[round % types.size()], {});
            else if (n != "255" && n != "257")
                run(n, 1, "", fewer);
        const std::vector<std::string> sizes{"7",  "8",  "9",   "31",  "32",  "33",   "63",
                                             "64", "65", "255", "256", "257", "1000", "1024"};
        const std::vector<std::string> by_day{"8", "9", "31", "33", "65", "255", "257"};
        const std::vector<std::string> orders{"in-order", "reverse", "random:1"};
        for (const auto& n : full_matrix() ? sizes : by_day)
            run(n, 2, types[round % types.size()],
                full_matrix() ? std::vector<std::string>{"--sim"}
                              : std::vector<std::string>{"--sim-schedule", orders[round % orders.size()]});
        if (!full_matrix()) continue;
        for (const char* n : {"1", "2", "3", "7", "8", "9", "31", "32", "33", "63", "64", "65", "255", "256",
                              "257", "1000", "1024", "5000", "70000"})
            for (int seed = 1; seed <= 2; ++seed) run(n, seed, types[round % types.size()], {});
    }
}

TEST_CASE("every subgroup back end of the driver gives the same result") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& lesson : lessons()) {
        if (!uses_subgroups(lesson) && !full_matrix()) continue;
        const auto fewer = fewer_digits(lesson);
        for (const std::string backend : {"khr", "ballot", "shared"}) {
            const auto run = [&](const std::string& n, const std::vector<std::string>& machine) {
                std::vector<std::string> words{
                    "--n",     n,       "--subgroup", backend,         "--data",       "random",
                    "--quiet", "--out", out.path(),   "--no-pictures", "--time-limit", slow_compiler_s};
                words.insert(words.end(), machine.begin(), machine.end());
                const auto outcome = run_lesson(lesson, words);
                CAPTURE(words);
                CAPTURE(outcome.output);
                const bool absent = outcome.exit_code == 4 && contains(outcome.output, "subgroup back end");
                CHECK((outcome.exit_code == 0 || absent));
            };
            run("33", by_day({"--sim-schedule", "reverse"}));
            run("1000", fewer);
        }
    }
}

TEST_CASE("every shape of a voxel grid, even with no cell active, or all") {
    if (skip_without_gpu()) return;
    const Folder out;
    for (const auto& lesson : lessons()) {
        if (!takes(lesson, "--shape")) continue;
        std::size_t pair = 0;  // by day every third one: each shape at some sizes, each size in some shapes
        for (const char* shape : {"sphere", "gyroid", "noise", "full", "empty", "one"})
            for (const std::vector<std::string>& size :
                 std::vector<std::vector<std::string>>{{"--edge", "8"},
                                                       {"--edge", "9"},
                                                       {"--edge", "17"},
                                                       {"--n", "1"},
                                                       {"--n", "2"},
                                                       {"--n", "3"},
                                                       {"--n", "511"},
                                                       {"--n", "1000", "--edge", "16", "--seed", "2"}}) {
                if (pair++ % 3 != 0 && !full_matrix()) continue;
                std::vector<std::string> words{"--shape",       shape,   "--quiet",
                                               "--no-pictures", "--out", out.path()};
                words.insert(words.end(), size.begin(), size.end());
                const auto outcome = run_lesson(lesson, words);
                CAPTURE(words);
                CAPTURE(outcome.output);
                CHECK(outcome.exit_code == 0);
            }
    }
}

TEST_CASE("every fault is found, and reported at the pass that contains it") {
    if (skip_without_gpu()) return;
    const Folder folder;
    fs::copy(source_dir / "shaders", folder.path() / "shaders", fs::copy_options::recursive);
    for (const auto& lesson : lessons()) {
        const auto mutations = mutations_of(lesson);
        CAPTURE(lesson);
        CHECK(!mutations.empty());
        std::size_t on_simulator = 0;
        for (const auto& [shader, search, replacement, wrong_pass] : mutations) {
            const auto pass = named_here(wrong_pass);
            CAPTURE(shader);
            CAPTURE(search);
            CAPTURE(replacement);
            const auto file = "shaders/" + lesson + "/" + shader + (contains(shader, ".glsl") ? "" : ".comp");
            const auto right = read_text(source_dir / file);
            folder.write(file, replaced(right, search, replacement));
            const std::vector<std::string> words{
                "--shaders", folder.path() / "shaders", "--only", number_of(shader),
                "--quiet",   "--no-pictures",           "--out",  folder.path()};
            // The driver is asked about what the simulator lets pass, or sees as a race alone.
            const auto sizes = small_sizes(lesson);
            if (!full_matrix() && std::ranges::any_of(sizes, [&](const std::string& n) {
                    const auto report = simulated(lesson, number_of(shader), folder.path() / "shaders", n);
                    return caught(report.exit_code) && contains(report.message, "wrong after " + pass);
                })) {
                ++on_simulator;
                folder.write(file, right);
                continue;
            }
            auto outcome = run_lesson(lesson, words);
            // With subgroups larger than llvmpipe's, the default n has fewer tiles, and each invocation fewer
            // elements. A GPU's subgroups may also run in step by luck: a missing barrier may hide there, or
            // show itself in a later pass, and the driver with small subgroups must find it.
            const bool hidden = outcome.exit_code == 0 && !on_llvmpipe_with_small_subgroups();
            for (const char* n : {"1000", "100000"}) {
                auto larger = words;
                larger.insert(larger.end(), {"--n", n});
                if (outcome.exit_code == 0 && hidden) outcome = run_lesson(lesson, larger);
            }
            CAPTURE(outcome.output);
            if (hidden && contains(search, "barrier()")) {
                if (!caught(outcome.exit_code))
                    MESSAGE("hidden on this driver: ", lesson, " ", shader, " without ", search);
            } else {
                CHECK_MESSAGE(caught(outcome.exit_code), shader, " is right without ", search,
                              ": either the check is too weak, or it is a race that only the simulator sees; "
                              "such a line is left to ./learn mutants");
                if (outcome.exit_code == 1) CHECK(contains(outcome.output, "wrong after " + pass));
            }
            folder.write(file, right);
        }
        MESSAGE(lesson, ": ", on_simulator, " of ", mutations.size(), " faults named by the simulator alone");
    }
}
