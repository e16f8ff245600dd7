// Measures each item of docs/tuning.md on this machine: two ways to do the same, against each other.
// SPDX-License-Identifier: MIT
#include <iostream>

#include "common/base/files.hpp"
#include "common/opengl/opengl.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/read_words.hpp"
#include "common/options/words.hpp"
#include "common/process/guarded.hpp"
#include "common/process/worker.hpp"
#include "common/tools/experiments/experiments.hpp"

namespace pbp::experiments {

namespace {

/// One item of docs/tuning.md, measured: two ways to do the same, of which the advice prefers the second.
struct Experiment {
    std::string id;    ///< for --only
    std::string item;  ///< as the page calls it
    Outcome (*run)(Bench& bench, Outcome outcome);
};

/// In the order of the page.
std::vector<Experiment> all() {
    return {{"size", "workgroup size", workgroup_size},
            {"access", "access pattern", access_pattern},
            {"wide", "wide loads", wide_loads},
            {"shared", "shared memory", shared_memory},
            {"banks", "bank conflicts", bank_conflicts},
            {"branches", "branches", branches},
            {"short", "short branches", short_branches},
            {"uniform", "uniform branch", uniform_branch},
            {"turns", "fewer turns of a loop", fewer_turns},
            {"barriers", "fewer barriers", barriers},
            {"bytes", "small data types", small_types},
            {"colours", "packed colours", packed_colours},
            {"algorithm", "algorithm", algorithm},
            {"unrolling", "unrolling", unrolling},
            {"constants", "constants", constants},
            {"remainder", "integer instructions", remainders},
            {"power", "float instructions", powers},
            {"root", "built-in functions", roots},
            {"transfers", "fewer transfers", transfers},
            {"mapped", "zero copy, read once", mapped_once},
            {"mapped_often", "zero copy, read often", mapped_often}};
}

struct Wishes {
    ContextOptions context;
    std::filesystem::path shaders, out;
    std::vector<std::string> only;
    bool quick = false;
};

bool chosen(const Experiment& experiment, const Wishes& wishes) {
    return wishes.only.empty() || std::ranges::find(wishes.only, experiment.id) != wishes.only.end();
}

int work(const Wishes& wishes, Sink& sink) {
    Device device(open_gl(wishes.context), {wishes.shaders, {}, {}}, &sink);
    RunReport about;
    about.renderer = device.info().renderer;
    about.software = device.info().software;
    sink.start(about);
    Bench bench(device, wishes.quick);
    int exit_code = 0;
    for (const auto& experiment : all()) {
        if (!chosen(experiment, wishes)) continue;
        const auto outcome = experiment.run(bench, {.id = experiment.id, .item = experiment.item});
        if (!outcome.problem.empty()) exit_code = static_cast<int>(ExitCode::check_failed);
        sink.result(to_json(outcome));
    }
    return exit_code;
}

/// Prints the outcomes as they come, and keeps them.
struct Table final : Sink {
    explicit Table(bool quiet) : quiet_(quiet) {}
    void on_event(const Event& event) override {
        using namespace event;
        std::visit(overloaded{[&](const Started& started) { begin_table(started.run); },
                              [&](const Result& result) { add(from_json(result.json)); },
                              [](const Failed& failed) { fmt::print(stderr, "{}\n", failed.sentence); },
                              [](const AnyOf<Begin, End, Note, Progress, VersionDone, Recorded, SoFar, Tuned,
                                             Planned, Benched, OrderDone, Finished> auto&) {}},
                   event);
    }
    std::string renderer;
    std::vector<Outcome> outcomes;

  private:
    void begin_table(const RunReport& run) {
        renderer = run.renderer;
        if (quiet_) return;
        fmt::print("{}{}\n\n{}", renderer, run.software ? " (software renderer: a GPU may differ)" : "",
                   headline());
        std::fflush(stdout);
    }
    void add(const Outcome& outcome) {
        outcomes.push_back(outcome);
        if (quiet_) return;
        fmt::print("{}", line(outcome));
        std::fflush(stdout);
    }
    bool quiet_;
};

void save(const Table& table, const std::filesystem::path& folder) {
    std::string text = fmt::format("{}\n\n{}", table.renderer, markdown_headline());
    for (const auto& outcome : table.outcomes) text += markdown(outcome);
    write_output(folder / "experiments.md", text);
    write_output(folder / "experiments.json", to_json(table.outcomes, table.renderer));
}

int run(int argc, const char* const* argv) {
    Wishes wishes;
    bool json = false;
    wishes.out = project_root() / "out";
    wishes.shaders = project_root() / "shaders";
    std::string ids;
    for (const auto& experiment : all()) ids += fmt::format("  {:<14} {}\n", experiment.id, experiment.item);
    const auto app = make_app(
        "Measures each item of docs/tuning.md on this machine: two ways to do the same work.\n"
        "Both are checked against the CPU's results before they are timed.",
        "experiments", "The experiments, by id:\n" + ids + "\ndocs/tuning.md explains each one.");
    OptionGroup options(*app);
    options.list("--only", "ID", "Only these experiments, by id", wishes.only);
    options.flag("--quick", "Only check the results: small data, timed once", wishes.quick);
    options.flag("--json", "Print one JSON document", json);
    options.value("--out", "TEXT", "Folder for the tables, experiments/experiments.md and .json [out]",
                  wishes.out);
    options.value("--shaders", "TEXT", "Read all shaders from another folder", wishes.shaders);
    add_context(options, wishes.context);
    if (!parsed(*app, argc, argv)) return 0;
    check_context(wishes.context);
    for (const auto& id : wishes.only)
        if (std::ranges::none_of(all(), [&](const Experiment& one) { return one.id == id; }))
            fail(ExitCode::wrong_usage, "--only: there is no experiment '{}'; --help lists them.", id);
    if (is_worker()) return serve([&](Sink& sink) { return work(wishes, sink); });

    const auto folder = wishes.out / "experiments";
    make_room(folder, "--out");
    Table table(json);
    const int exit_code = supervise(argc, argv, {}, table);
    if (json) std::cout << to_json(table.outcomes, table.renderer);
    if (exit_code != 0) return exit_code;
    save(table, folder);
    if (!json) fmt::print("\n  tables: {}   page: docs/tuning.md\n", shown(folder / "experiments.md"));
    return 0;
}

}  // namespace

}  // namespace pbp::experiments

int main(int argc, char** argv) {
    return pbp::guarded("experiments", [&] { return pbp::experiments::run(argc, argv); });
}
