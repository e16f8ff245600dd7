// SPDX-License-Identifier: MIT
#include "common/modes/tune/tune.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/base/files.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/unwritten.hpp"
#include "common/modes/tune/trials.hpp"

namespace pbp {

namespace {

using picture::AxisScale;
using picture::Chart;
using picture::ChartPoint;
using picture::Curve;

/// A power of ten that makes the largest speed a number of few digits, and its name.
struct Unit {
    double size = 1;
    std::string name;
};

bool runs(const TunedRow& row) {
    return row.median_ms > 0;
}

Unit unit_of(const std::vector<TuningReport>& reports) {
    double most = 0;
    for (const auto& report : reports)
        for (const auto& row : report.rows) most = std::max(most, row.elements_per_s);
    if (most >= 1e9) return {1e9, "billion elements per second"};
    return most >= 1e6 ? Unit{1e6, "million elements per second"} : Unit{1e3, "thousand elements per second"};
}

ChartPoint point_of(const TunedRow& row, double x, const Unit& unit) {
    const double work = row.elements_per_s * row.median_ms, half = row.spread_ms / 2;
    ChartPoint point{x, row.elements_per_s / unit.size};
    if (half > 0 && half < row.median_ms) {
        point.low = work / (row.median_ms + half) / unit.size;
        point.high = work / (row.median_ms - half) / unit.size;
    }
    return point;
}

/// Rings the highest point of each curve, whose name says where that is; the highest of all tells its speed.
void ring_best(Chart& chart) {
    ChartPoint* highest = nullptr;
    for (auto& curve : chart.curves) {
        if (curve.points.empty()) continue;
        auto& best = *std::ranges::max_element(curve.points, {}, &ChartPoint::y);
        best.best = true;
        curve.name += fmt::format(", best at {:.0f}", best.x);
        if (highest == nullptr || best.y > highest->y) highest = &best;
    }
    if (highest != nullptr) highest->label = fmt::format("{:.3g}", highest->y);
}

/// Speeds that differ by more than this factor need a logarithmic axis.
void scale(Chart& chart) {
    double low = INFINITY, high = 0;
    for (const auto& curve : chart.curves)
        for (const auto& point : curve.points) low = std::min(low, point.y), high = std::max(high, point.y);
    if (high <= 8 * low) return;
    chart.y.scale = AxisScale::log10;
    chart.y.title += " (logarithmic)";
}

Chart chart(const Lesson& lesson, const std::string& what, const RunReport& about, const Unit& unit) {
    Chart made;
    made.title = fmt::format("{} {}: {}", lesson.id.substr(0, 2), lesson.title, what);
    made.x = {"local size (invocations per workgroup)", AxisScale::log2};
    made.y.title = unit.name;
    if (about.software)
        made.notes = {fmt::format("{}: a software renderer. The curves show that renderer, not a GPU.",
                                  about.renderer)};
    else
        made.notes = {about.renderer};
    return made;
}

/// Says which curves are not their versions' own.
void say_who_gave_up(Chart& chart, const std::vector<TuningReport>& reports) {
    for (const auto& report : reports)
        if (!report.gave_up.empty()) chart.notes.push_back(report.version + ": " + report.gave_up + ".");
}

const char* read_rings =
    "Higher is faster. A ring marks the best point of its curve; the number beside one is the speed of the "
    "fastest of all. Vertical whiskers span the middle half of the runs; where they overlap, another "
    "run may ring another point.";

std::string elements(const std::vector<TuningReport>& reports) {
    std::set<std::uint64_t> sizes;
    for (const auto& report : reports)
        if (!report.rows.empty()) sizes.insert(report.n);
    return sizes.size() == 1 ? fmt::format(", {} elements", *sizes.begin()) : "";
}

std::vector<std::string> save(const Chart& chart, const std::filesystem::path& file) {
    const bool any =
        std::ranges::any_of(chart.curves, [](const Curve& curve) { return !curve.points.empty(); });
    if (!any) return {};
    picture::draw(chart).save(file);
    return {file.string()};
}

}  // namespace

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

Chart chart_of(const Lesson& lesson, const std::vector<TuningReport>& reports, const RunReport& about) {
    const Unit unit = unit_of(reports);
    Chart made = chart(lesson, "local size" + elements(reports), about, unit);
    bool several = false;
    for (const auto& report : reports) {
        Curve curve{report.version, {}};
        std::map<std::uint32_t, const TunedRow*> fastest;  // a local size
        for (const auto& row : report.rows) {
            if (!runs(row) || row.local_size == 0) continue;
            auto& best = fastest[row.local_size];
            if (best == nullptr || row.elements_per_s > best->elements_per_s) best = &row;
        }
        for (const auto& [size, row] : fastest) curve.points.push_back(point_of(*row, size, unit));
        several |= report.chooses_per_invocation && !curve.points.empty();
        if (!report.rows.empty()) made.curves.push_back(std::move(curve));
    }
    ring_best(made);
    scale(made);
    made.how_to_read = read_rings;
    say_who_gave_up(made, reports);
    if (several)
        made.how_to_read +=
            " Where a version also chooses the elements per invocation, each mark is the best of "
            "those numbers; all are in the version's own chart.";
    return made;
}

Chart chart_of(const Lesson& lesson, const TuningReport& report, const RunReport& about) {
    const Unit unit = unit_of({report});
    // Where there is one local size, asked for or fixed, the other number runs along the bottom.
    const auto size = report.rows.empty() ? 0 : report.rows.front().local_size;
    const bool one_size =
        std::ranges::all_of(report.rows, [&](const TunedRow& row) { return row.local_size == size; });
    Chart made = chart(lesson,
                       fmt::format("{}, {}elements per invocation{}", report.version,
                                   one_size ? "" : "local size and ", elements({report})),
                       about, unit);
    if (one_size) made.x.title = "elements per invocation";
    std::map<std::uint32_t, Curve> curves;
    for (const auto& row : report.rows) {
        if (!runs(row)) continue;
        auto& curve = curves[one_size ? row.local_size : row.per_invocation];
        curve.name = !one_size  ? fmt::format("{} per invocation", row.per_invocation)
                     : size > 0 ? fmt::format("local size {}", size)
                                : report.version;
        curve.points.push_back(point_of(row, one_size ? row.per_invocation : row.local_size, unit));
    }
    for (auto& [count, curve] : curves) made.curves.push_back(std::move(curve));
    ring_best(made);
    scale(made);
    made.how_to_read = read_rings;
    say_who_gave_up(made, {report});
    return made;
}

std::vector<std::string> save_chart(const std::filesystem::path& folder, const Lesson& lesson,
                                    const std::vector<TuningReport>& reports, const RunReport& about) {
    return save(chart_of(lesson, reports, about), folder / "tune.png");
}

std::vector<std::string> save_chart(const std::filesystem::path& folder, const Lesson& lesson,
                                    const TuningReport& report, const RunReport& about) {
    if (!report.chooses_per_invocation) return {};
    return save(chart_of(lesson, report, about), folder / ("tune_" + report.version + ".png"));
}

}  // namespace pbp
