// SPDX-License-Identifier: MIT
#include "common/modes/tune/tune.hpp"

#include <algorithm>

#include "common/base/files.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/unwritten.hpp"
#include "common/modes/tune/chart.hpp"
#include "common/modes/tune/trials.hpp"

namespace pbp {

int tune_versions(Device& device, const Lesson& lesson, const Options& asked, Sink& sink) {
    Options options = settled(lesson, asked, device);
    const bool own_n = !options.n;
    auto about = describe(device, lesson, options, options.n);
    if (own_n) about.data = fmt::format("{} {}", to_string(options.data), to_string(options.type));
    const bool looks_at_data = !own_n || !lesson.types.empty();
    about.data = looks_at_data ? "tuning, " + about.data : "tuning";
    sink.start(about);
    remove_pictures(options.out / lesson.id, "tune");
    Unwritten unwritten;
    if (options.pictures) unwritten.attempt([&] { ensure_writable(options.out / lesson.id, "--out"); });
    std::vector<TuningReport> reports;
    int exit_code = 0;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        const auto knobs = lesson.knobs_of(version);
        if (own_n)
            options.n = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(knobs.n, largest_n(lesson, version, device.limits())));
        TuningReport report;
        report.version = version.name;
        report.n = *options.n;
        report.message = !knobs.any() ? "nothing to tune: " + knobs.because
                                      : not_served(lesson, version, options, *options.n, device.limits());
        if (report.message.empty()) {
            Trials trials(device, lesson, version, options, sink);
            trials.time();
            report = trials.report();
            if (options.pictures)
                unwritten.attempt(
                    [&] { report.pictures = save_chart(options.out / lesson.id, lesson, report, about); });
        } else if (!options.only.empty()) {
            report.exit_code = static_cast<int>(ExitCode::wrong_usage);
        }
        sink.tuned(report);
        if (exit_code == 0) exit_code = report.exit_code;
        reports.push_back(std::move(report));
    }
    if (std::ranges::all_of(reports, [](const TuningReport& report) { return report.rows.empty(); }) &&
        exit_code == 0)
        fail(ExitCode::wrong_usage, "No version of {} has a size to tune; the reasons are above.", lesson.id);
    if (device.info().software)
        sink.note("the curves show this software renderer and its compiler: on a GPU, other sizes are best");
    if (options.pictures)
        unwritten.attempt([&] { save_chart(options.out / lesson.id, lesson, reports, about); });
    return unwritten.reported(sink, exit_code);
}

void mode::Tune::add_options(const VerbOptions& tune) {
    tune.data().input().own().versions().sizes().pictures().report().context().limits().in_process();
}

int mode::Tune::run(const Task& task, Sink& sink) const {
    Opened opened(task, sink);
    return tune_versions(opened.device, task.lesson, task.options, sink);
}

std::string mode::Tune::where_to_look(const Heard& heard, const Options& options) const {
    if (heard.exit_code != 0 || heard.tunings.empty()) return {};
    const auto curves = options.out / heard.run.lesson / "tune.png";
    return fmt::format("  {}page: docs/tuning.md\n",
                       std::filesystem::exists(curves) ? fmt::format("curves: {}   ", shown(curves)) : "");
}

}  // namespace pbp
