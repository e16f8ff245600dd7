// SPDX-License-Identifier: MIT
#include "common/modes/bench/bench.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "common/base/system.hpp"
#include "common/event/bench_row.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/bench/code.hpp"
#include "common/modes/bench/names.hpp"
#include "common/modes/bench/peers.hpp"
#include "common/modes/bench/timed_operation.hpp"
#include "common/opengl/opengl.hpp"

namespace pbp::bench {

namespace {

namespace fs = std::filesystem;

/// A CPU that plays the GPU needs longer for anything, and has no cache of the kind that copies go beyond.
Pace pace_on(const DeviceInfo& device) {
    if (device.software) return {.run_us = 2000, .budget_s = 4, .cold = false};
    return {};
}

std::string without_line_end(std::string text) {
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

/// What the peers call this work; nothing if an option asks for work that none of them does.
std::vector<std::string> peers_of(const Lesson& lesson, const Version& version, const Options& options) {
    const auto alters = [&](const LessonOption& extra) {
        return !extra.peers && options.extra.at(extra.flag) != extra.preset;
    };
    if (std::ranges::any_of(lesson.options, alters)) return {};
    return version.peers.empty() ? lesson.peers : version.peers;
}

/// One version: its row, and what it makes of the exit code.
struct Bencher {
    Device& device;
    RecordingBackend& backend;
    const Lesson& lesson;
    const Options& options;
    bool with_peers;
    Sink& sink;
    const Version* top =
        nullptr;  ///< the last with the lesson's task that takes this n: timed beside other libraries
    Expectations expectations = {};
    int exit_code = 0;

    Row bench(const Version& version) {
        Row row;
        row.message = not_served(lesson, version, options, *options.n, device.limits());
        row.status = row.message.empty() ? Row::Status::right : Row::Status::left_out;
        if (row.message.empty()) row = timed(version);
        row.lesson = lesson.id.substr(0, 2);
        row.version = version.name;
        row.n = *options.n;
        const auto shader =
            options.shader.empty() ? options.shaders / lesson.id / (version.name + ".comp") : options.shader;
        if (row.status == Row::Status::right && fs::exists(shader))
            row.code = code_of(shader, options.shaders / "common");
        return row;
    }

    Row timed(const Version& version) {
        std::optional<Peers> peers;
        if ((&version == top || !version.peers.empty()) && (with_peers || device.info().software))
            peers.emplace(own_program().parent_path().parent_path() / "peers", device.info().software,
                          peers_of(lesson, version, options), *options.bits);
        TimedOperation operation(
            device, backend, expectations, fmt::format("{} at n = {}", version.name, *options.n),
            pace_on(device.info()), peers ? peers->contenders() : std::vector<Contender>(),
            [&](double done) { sink.progress(version.name, done); });
        ProgramCache programs;
        Row row;
        try {
            Run run(device, programs, lesson, version, options, {.traced = false, .bench = &operation}, sink);
            lesson.tell(version, run);
            if (!operation.has_ended())
                fail(ExitCode::wrong_usage,
                     "its story never calls run.outcome(), so there is no result to check");
            row = operation.row();
            row.work = lesson.work(version.name, *options.n, operation.results());
            for (const auto& note : run.facts().notes) row.say(note);
            if (peers && with_peers)
                for (const auto& note : peers->notes()) row.say(note);
            if (row.status == Row::Status::wrong) failed(ExitCode::check_failed);
        } catch (const Error& problem) {
            if (problem.code() == ExitCode::worker_died) throw;  // the context is lost: nothing more can run
            row = {.status = Row::Status::left_out, .message = without_line_end(problem.what())};
            if (problem.code() != ExitCode::wrong_usage) failed(problem.code());
        }
        return row;
    }

    void failed(ExitCode code) {
        if (exit_code == 0) exit_code = static_cast<int>(code);
    }
};

}  // namespace

int bench_versions(Device& device, RecordingBackend& backend, const Lesson& lesson, const Options& asked,
                   bool peers, Sink& sink) {
    if (lesson.work == nullptr)
        fail(ExitCode::wrong_usage, "{} has no bench: its versions do different work.",
             lesson.file.empty() ? "Lesson " + lesson.id.substr(0, 2) : lesson.file.string());
    Options options = settled(lesson, asked, device);
    if (!options.n) options.n = lesson.n;
    options.bits = std::make_shared<const std::vector<std::uint32_t>>(input_of(options));
    sink.start(describe(device, lesson, options, options.n));
    std::vector<const Version*> versions;
    for (const auto& version : lesson.versions)
        if (version.benched && chosen(version, options)) versions.push_back(&version);
    std::vector<std::string> names;
    for (const auto* version : versions) names.push_back(version->name);
    sink.planned(names);
    Bencher bencher{device, backend, lesson, options, peers, sink};
    for (const auto* version : versions)
        if (version->peers.empty() &&
            not_served(lesson, *version, options, *options.n, device.limits()).empty())
            bencher.top = version;
    for (const auto* version : versions) {
        sink.progress(version->name, 0);
        sink.benched(bencher.bench(*version));
    }
    return bencher.exit_code;
}

}  // namespace pbp::bench

namespace pbp::mode {

namespace {

/// Of a single lesson: ./learn bench measures the machine's limits, with which this one is not compared.
bench::Report report_of(const Heard& heard) {
    bench::Report report;
    report.software = true;
    report.rows = heard.rows;
    return report;
}

}  // namespace

void Bench::add_options(const VerbOptions& bench) {
    bench.data().input().own().versions().sizes();
    bench.group("Sizes").flag("--peers", "Also time other libraries, if they are built", peers);
    bench.report().context().limits().in_process();
}

int Bench::run(const Task& task, Sink& sink) const {
    auto recording = std::make_unique<RecordingBackend>(open_gl(std::get<ContextOptions>(task.machine)));
    auto& backend = *recording;
    Device device(std::move(recording), shader_tree(task.lesson, task.options), &sink);
    return bench::bench_versions(device, backend, task.lesson, task.options, peers, sink);
}

std::string Bench::document(const Heard& heard) const {
    return heard.rows.empty() ? Traits::document(heard) : bench::to_json(report_of(heard));
}

std::string Bench::summary(const Heard& heard) const {
    return heard.rows.empty() ? "" : bench::table(report_of(heard), heard.run.lesson.substr(0, 2));
}

}  // namespace pbp::mode
