// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "common/base/files.hpp"
#include "common/base/printable.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"
#include "common/sim/reported/words.hpp"
#include "common/tools/run_shader/results.hpp"

namespace pbp::run_shader {

namespace {

/// A line for each run that came out otherwise.
void print(const std::vector<SweptRun>& runs, bool quiet) {
    const bool agree = std::ranges::all_of(runs, [](const auto& run) { return run.problems.empty(); });
    if (!quiet && !runs.empty())
        fmt::print("  {} runs, {}\n", runs.size(),
                   agree ? "with subgroups of 4 to 64 lanes in four orders: all agree"
                         : "compared with the first, subgroups of 32 in order:");
    for (const auto& run : runs)
        for (const auto& problem : run.problems)
            fmt::print("  subgroups of {}, {}: {}\n", run.subgroup_size, run.schedule, printable(problem));
}

void print(const Results& results, const Wishes& wishes) {
    const bool colour =
        ::isatty(STDOUT_FILENO) != 0 && (std::getenv("NO_COLOR") == nullptr || *std::getenv("NO_COLOR") == 0);
    const bool quiet = wishes.quiet;
    if (results.outcome && !quiet) {
        const auto bold = colour ? +[](const std::string& text) { return "\033[1m" + text + "\033[0m"; }
                                 : +[](const std::string& text) { return text; };
        fmt::print("\n{} · {}{}\n{}", bold(printable(wishes.shader.string())), results.about.renderer,
                   results.about.software && !wishes.simulated ? " (software renderer)" : "",
                   in_words(*results.outcome, bold));
        for (const auto& note : results.notes) fmt::print("  note: {}\n", printable(note));
    }
    if (results.outcome && quiet && !results.outcome->wrong.empty())
        fmt::print("{}", expectation(*results.outcome, [](const std::string& text) { return text; }));
    print(results.simulated.sweep, quiet);
    if (!results.simulated.simulation.empty()) {
        if (!quiet) fmt::print("\n");
        fmt::print("{}", simulation_page(results.simulated.simulation, colour, quiet));
        if (!quiet)
            for (const auto& picture : results.simulated.pictures)
                fmt::print("  {}\n", printable(shown(picture)));
    }
    if (!wishes.dump.empty() && !quiet)
        for (const auto& note : results.notes) fmt::print("{}\n", printable(note));
    if (!results.simulated.smallest.empty())
        fmt::print("{}      Smallest case that fails: {}\n", quiet ? "" : "\n",
                   printable(results.simulated.smallest));
    std::fflush(stdout);
    if (!results.problem.empty()) fmt::print(stderr, "{}\n", printable(results.problem));
}

}  // namespace

int start(int argc, const char* const* argv) {
    Wishes wishes;
    if (const auto ended = parse(argc, argv, wishes)) return *ended;
    if (is_worker()) {
        if (wishes.simulated) wishes.simulated->limit_s = wishes.limits.dispatch_s;
        return serve([&](Sink& sink) { return work(wishes, sink); });
    }
    Results results;
    const auto limits = wishes.swept ? wishes.limits : wishes.limits.with_an_end();
    int exit_code = attempted(results, [&] {
        if (wishes.pictures) make_room(wishes.out / "run", "--out");
        if (!wishes.in_process) return supervise(argc, argv, limits, results);
        return attempted(results, [&] { return work(wishes, results); });
    });
    exit_code = results.exit_code(exit_code);
    if (wishes.json)
        std::cout << document(results, wishes.shader.string(), exit_code);
    else
        print(results, wishes);
    return exit_code;
}

}  // namespace pbp::run_shader
