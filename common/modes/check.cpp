// SPDX-License-Identifier: MIT
#include "common/modes/check.hpp"

#include "common/base/files.hpp"
#include "common/lesson/runner.hpp"
#include "common/lesson/selection.hpp"
#include "common/modes/smallest.hpp"
#include "common/process/committed.hpp"
#include "common/record/export.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

int run_versions(Device& device, const Lesson& lesson, const Options& asked, Sink& sink,
                 const CheckSettings& settings) {
    Export exported(asked.export_file);
    const auto keep = [&](const Version& version, const Recorder& recorder) {
        exported.add(version.name, recorder.passes());
    };
    Runner runner(device, lesson, asked, sink,
                  {.keep = keep,
                   .simulator = settings.simulator,
                   .originals = committed_texts,
                   .paged = settings.paged,
                   .framed = settings.framed,
                   .listener = settings.listener,
                   .names_left_loops = !settings.framed && settings.listener == nullptr,
                   .explains = true});
    auto& unwritten = runner.unwritten();
    if (asked.pictures) unwritten.attempt([&] { ensure_writable(asked.out / lesson.id, "--out"); });
    int exit_code = 0;
    bool any = false, answered = asked.why.empty() && asked.used.empty();
    for (const auto& version : lesson.versions) {
        if (!chosen(version, asked)) continue;
        auto report = runner.run(version);
        if (settings.simulator != nullptr) {
            const Case failing{words_by_flag(asked), settings.simulator->settings()};
            if (report.exit_code == static_cast<int>(ExitCode::check_failed))
                report.smallest = smallest_in_any_order({lesson, version, asked}, failing);
            if (report.exit_code == static_cast<int>(ExitCode::time_limit))
                report.smallest = command_of_smallest_endless({lesson, version, asked}, failing);
            report.stepping = stepping_of(report.smallest);
        }
        sink.version(report);
        any |= report.status != VersionReport::Status::skipped;
        answered |= !report.why.empty();
        if (exit_code == 0) exit_code = report.exit_code;
    }
    if (!any && asked.choice != Choice{})
        fail(ExitCode::wrong_usage, "No version of {} takes {}; the reasons are above.", lesson.id,
             in_words(asked.choice));
    if (!answered && exit_code == 0)
        fail(ExitCode::wrong_usage,
             "No version of {} has the words that were asked for; the reasons are above.", lesson.id);
    unwritten.attempt([&] { exported.save(); });
    return unwritten.reported(sink, exit_code);
}

void mode::Check::add_options(const VerbOptions& plain) {
    plain.data().input().own().plain_own().versions().watch().sizes();
    plain.pictures().table().checks().report().context().limits();
    plain.sim().listing().debug().memory().in_process();
}

int mode::Check::run(const Task& task, Sink& sink) const {
    Opened opened(task, sink);
    return run_versions(opened.device, task.lesson, task.options, sink, {.simulator = opened.simulator});
}

}  // namespace pbp
