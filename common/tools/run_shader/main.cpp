// Runs any compute shader: finds what it wants by reflection, binds it, and shows what came of it.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/event/document.hpp"
#include "common/process/guarded.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"
#include "common/sim/report/words.hpp"
#include "common/tools/run_shader/dump.hpp"
#include "common/tools/run_shader/run.hpp"

namespace pbp::run_shader {

namespace {

int work(Wishes& wishes, Sink& sink) {
    read_files(wishes);
    if (!wishes.dump.empty()) {
        dump_passes(wishes);
        sink.note(fmt::format("{0} is written; ./learn run {0} runs it", shown(wishes.dump)));
        return 0;
    }
    Unwritten unwritten;
    auto outcome = wishes.swept ? Outcome{} : run(wishes, sink, unwritten);
    if (wishes.swept) sweep(wishes, outcome, sink);
    sink.result(to_json(outcome));
    return unwritten.reported(sink, outcome.sweep.empty() ? 0 : static_cast<int>(ExitCode::check_failed));
}

/// Keeps what the worker tells.
struct Results final : Sink {
    void on_event(const Event& event) override {
        using namespace event;
        std::visit(overloaded{[&](const Started& started) { about = started.run; },
                              [&](const VersionDone& done) { simulated = done.report; },
                              [&](const Result& result) { outcome = from_json(result.json); },
                              [&](const Note& note) { notes.push_back(note.sentence); },
                              [&](const Failed& failed) { problem = failed.sentence; },
                              [](const AnyOf<Begin, End, Progress, Recorded, SoFar, Tuned, Planned, Benched,
                                             OrderDone, Finished> auto&) {}},
                   event);
    }
    RunReport about;
    VersionReport simulated;
    std::optional<Outcome> outcome;
    std::vector<std::string> notes;
    std::string problem;
};

void print_json(const Results& results, const std::string& shader, int exit_code) {
    auto document =
        nlohmann::json::parse(to_json(results.about, {results.simulated}, {}, exit_code, results.problem));
    document["simulation"] = document["versions"][0]["simulation"];
    for (const char* other : {"versions", "tuning"}) document.erase(other);
    document["shader"] = shader;
    document["smallest"] = results.simulated.smallest;
    if (results.outcome) document.update(nlohmann::json::parse(to_json(*results.outcome)));
    for (const auto& note : results.notes) document["notes"].push_back(note);
    std::cout << document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

void print(const Results& results, const Wishes& wishes) {
    const bool colour =
        ::isatty(STDOUT_FILENO) != 0 && (std::getenv("NO_COLOR") == nullptr || *std::getenv("NO_COLOR") == 0);
    const bool quiet = wishes.quiet;
    if (results.outcome && !quiet) {
        const auto bold = colour ? +[](const std::string& text) { return "\033[1m" + text + "\033[0m"; }
                                 : +[](const std::string& text) { return text; };
        fmt::print("\n{} · {}{}\n{}", bold(wishes.shader.string()), results.about.renderer,
                   results.about.software && !wishes.simulated ? " (software renderer)" : "",
                   in_words(*results.outcome, bold));
        for (const auto& note : results.notes) fmt::print("  note: {}\n", note);
    }
    if (results.outcome && quiet)
        for (const auto& line : results.outcome->sweep) fmt::print("  {}\n", line);
    if (!results.simulated.simulation.empty()) {
        if (!quiet) fmt::print("\n");
        fmt::print("{}", simulation_page(results.simulated.simulation, colour, quiet));
        if (!quiet)
            for (const auto& picture : results.simulated.pictures) fmt::print("  {}\n", shown(picture));
    }
    if (!wishes.dump.empty() && !quiet)
        for (const auto& note : results.notes) fmt::print("{}\n", note);
    if (!results.simulated.smallest.empty())
        fmt::print("{}      Smallest case that fails: {}\n", quiet ? "" : "\n", results.simulated.smallest);
    std::fflush(stdout);
    if (!results.problem.empty()) fmt::print(stderr, "{}\n", results.problem);
}

int start(int argc, const char* const* argv) {
    Wishes wishes;
    if (const auto ended = parse(argc, argv, wishes)) return *ended;
    if (is_worker()) {
        if (wishes.simulated) wishes.simulated->limit_s = wishes.limits.dispatch_s;
        return serve([&](Sink& sink) { return work(wishes, sink); });
    }
    Results results;
    int exit_code = attempted(results, [&] {
        if (wishes.pictures) make_room(wishes.out / "run", "--out");
        if (!wishes.in_process) return supervise(argc, argv, wishes.limits, results);
        return attempted(results, [&] { return work(wishes, results); });
    });
    // What was found in the shader counts before a picture that could not be written.
    if (results.simulated.exit_code != 0 &&
        (exit_code == 0 || exit_code == static_cast<int>(ExitCode::machine_lacks)))
        exit_code = results.simulated.exit_code;
    if (wishes.json)
        print_json(results, wishes.shader.string(), exit_code);
    else
        print(results, wishes);
    return exit_code;
}

}  // namespace

}  // namespace pbp::run_shader

int main(int argc, char** argv) {
    return pbp::guarded("run", [&] { return pbp::run_shader::start(argc, argv); });
}
