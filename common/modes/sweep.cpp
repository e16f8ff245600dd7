// SPDX-License-Identifier: MIT
#include "common/modes/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "common/lesson/runner.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/smallest.hpp"
#include "common/sim/reported/words.hpp"

namespace pbp {

namespace {

using Status = VersionReport::Status;

VersionReport run_on(const sim::Settings& settings, const Lesson& lesson, const Version& version,
                     Options options, const ShaderTree& shaders, Sink& sink) {
    options.out.clear();  // nobody asked for pictures of failed runs
    options.pictures = false;
    Opened opened(settings, shaders, &sink);
    return Runner(opened.device, lesson, options, sink, {.timed = {.most = 0}, .simulator = opened.simulator})
        .run(version);
}

/// How a run came out. What one left that is compared with nothing else is compared with what the first left.
SweptRun summary(const sim::Settings& settings, VersionReport& report, const VersionReport& first) {
    SweptRun run{settings.subgroup_size, sim::schedule_of(settings), "right", {}};
    for (const auto& error : sim::errors_of(report.simulation)) run.problems.push_back(in_a_line(error));
    if (report.status == Status::skipped) run.outcome = "skipped";
    if (report.status == Status::failed) run.outcome = "FAILED";
    if (report.status == Status::shown) run.outcome = "shown";
    if (report.status == Status::unchecked) run.outcome = report.left.empty() ? "ran" : "agrees";
    const bool found_alone = report.status == Status::wrong && is_only_found(report.message);
    if (report.status == Status::wrong) run.outcome = found_alone ? "found" : "WRONG";
    if (report.exit_code != 0 && !found_alone)
        run.problems.insert(run.problems.begin(), report.message.substr(0, report.message.find('\n')));
    const auto differs = first_difference(report.left, first.left);
    if (differs.empty()) return run;
    run.problems.push_back("different results: " + differs);
    if (report.exit_code != 0) return run;
    run.outcome = "differs";
    report.status = Status::wrong;
    report.exit_code = static_cast<int>(ExitCode::check_failed);
    return run;
}

}  // namespace

int sweep_versions(const Task& task, const sim::Settings& others, Sink& sink) {
    const auto& lesson = task.lesson;
    Options options = task.options;
    const auto shaders = shader_tree(lesson, options);
    const auto settings = swept(others);
    {
        Opened opened(settings.front(), shaders, &sink);
        const auto asked = settled(lesson, options, opened.device);
        options.bits = asked.bits;  // of an input file, which is read once for all runs
        if (options.bits != nullptr) options.n = asked.n;
        auto about = describe(opened.device, lesson, asked, common_n(lesson, asked));
        about.renderer = fmt::format(
            "the simulator, {} runs per version: subgroups of 4 to 64 in four orders", settings.size());
        about.software = false;  // nothing is timed
        sink.start(about);
    }
    int exit_code = 0;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        std::vector<VersionReport> runs(settings.size());
        std::atomic<std::size_t> done = 0;
        std::mutex mutex;
        on_all_cores(runs.size(), [&](std::size_t i) {
            BesideOthers own(sink, mutex, settings[i]);
            runs[i] = run_on(settings[i], lesson, version, options, shaders, own);
            const std::lock_guard lock(mutex);
            sink.progress(version.name, static_cast<double>(++done) / static_cast<double>(runs.size()));
        });
        sink.end();
        VersionReport report = runs.front();
        report.simulation.clear();
        report.orders = fmt::format("{} runs", runs.size());
        for (std::size_t i = 0; i < runs.size(); ++i) {
            report.sweep.push_back(summary(settings[i], runs[i], runs.front()));
            report.pictures.clear();
            if (report.exit_code != 0 || runs[i].exit_code == 0) continue;
            report.status = runs[i].status;
            report.exit_code = runs[i].exit_code;
            report.message = runs[i].message;
        }
        if (report.exit_code != 0) report.message = "Not right in every run:";
        const auto wrong =
            std::ranges::find(runs, static_cast<int>(ExitCode::check_failed), &VersionReport::exit_code);
        if (wrong != runs.end())
            report.smallest = command_of_smallest(
                {lesson, version, task.options},
                {words_by_flag(task.options), settings[static_cast<std::size_t>(wrong - runs.begin())]});
        report.stepping = stepping_of(report.smallest);
        sink.version(report);
        if (exit_code == 0) exit_code = report.exit_code;
    }
    return exit_code;
}

void mode::Sweep::add_options(const VerbOptions& sweep) {
    sweep.data().input().own().versions().watch().sizes();
    sweep.out("Folder for what --watch keeps [out]").report().limits().debug().in_process();
}

int mode::Sweep::run(const Task& task, Sink& sink) const {
    return sweep_versions(task, std::get<sim::Settings>(task.machine), sink);
}

std::vector<sim::Settings> swept(const sim::Settings& others) {
    using Order = sim::Settings::Order;
    std::vector<sim::Settings> all;
    for (const std::uint32_t size : {32u, 4u, 8u, 16u, 64u})
        for (const auto& [order, seed] : {std::pair{Order::in_order, 1u},
                                          {Order::reverse, 1u},
                                          {Order::random, 1u},
                                          {Order::random, 2u}}) {
            auto settings = others;
            settings.subgroup_size = size;
            settings.order = order;
            settings.seed = seed;
            settings.search = sim::Settings::Search::one_order;
            all.push_back(settings);
        }
    return all;
}

std::string in_words(const sim::Settings& settings) {
    return fmt::format("subgroups of {}, {}", settings.subgroup_size, sim::schedule_of(settings));
}

void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& job) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr problem;
    std::mutex mutex;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) try {
                job(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!problem) problem = std::current_exception();
            }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (unsigned core = 1; core < std::thread::hardware_concurrency(); ++core)
                others.emplace_back(work);
        } catch (const std::system_error&) {  // the machine allows no more: this thread does the rest
        }
        work();
    }
    if (problem) std::rethrow_exception(problem);
}

}  // namespace pbp
