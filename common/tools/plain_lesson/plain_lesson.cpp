// SPDX-License-Identifier: MIT
#include "common/tools/plain_lesson/plain_lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "common/base/files.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_names.hpp"
#include "common/picture/chart/bars.hpp"
#include "common/picture/strip/strip.hpp"
#include "common/process/captured.hpp"
#include "common/process/process.hpp"
#include "common/record/recorder.hpp"
#include "common/report/page_rows.hpp"
#include "common/terminal/tables.hpp"
#include "common/tools/plain_lesson/program.hpp"

namespace pbp::plain {

namespace fs = std::filesystem;

namespace {

std::string spaced(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// What the first comment says after the version's name: "// v1 double: IDEA".
std::string idea_of(const fs::path& source) {
    static const std::regex comment(R"(// v\d+ [^:]*: (.*))");
    std::ifstream in(source);
    std::smatch found;
    for (std::string line; std::getline(in, line);)
        if (std::regex_match(line, found, comment)) return found[1];
    return {};
}

std::string in_words(double time_us) {
    return time_us > 0 ? duration(time_us / 1000) : "0 us";
}

picture::Canvas drawn(const std::string& title, const Printed& printed,
                      const std::vector<record::Pass>& rows) {
    if (printed.times.size() < 2)
        return draw(picture::Strip{.title = title,
                                   .how_to_read = printed.caption,
                                   .rows = rows,
                                   .wrong_means = "wrong: differs from what was expected"});
    picture::BarChart chart;
    chart.title = title;
    chart.how_to_read = printed.caption;
    chart.notes = {"Measured on " + printed.device + "."};
    const auto [least, most] =
        std::minmax_element(printed.times.begin(), printed.times.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; });
    chart.logarithmic = most->second > 100 * least->second;  // the short ones would not be seen
    chart.x_title = chart.logarithmic ? "milliseconds (logarithmic)" : "milliseconds";
    for (const auto& [name, time_us] : printed.times)
        chart.bars.push_back(
            {.name = name,
             .value = time_us / 1000,
             .label = in_words(time_us),
             .style = name.starts_with("wrong") ? picture::BarStyle::striped : picture::BarStyle::stressed});
    return draw(chart);
}

/// Checks the rows that a program printed, and hands them to the page. A version whose name says that it
/// makes mistakes shows them.
void check(const Printed& printed, Recorder& recorder, PageRows& page, bool shows) {
    recorder.set_listener([&](const record::Pass& pass) { page.add(pass); });
    page.plan(printed.passes.size());
    bool first = true;
    for (const auto& pass : printed.passes) {
        record::Pass row{.name = pass.name, .values = pass.values, .expected = pass.expected};
        if (std::exchange(first, false) && pass.expected.empty())
            recorder.initial(std::move(row));
        else if (shows)
            recorder.shown_wrong(std::move(row));
        else
            recorder.pass(std::move(row));
    }
}

std::string why_it_failed(const Captured& result) {
    if (result.out_of_time)
        return fmt::format("It did not end within {:g} s; look for a loop that never ends.",
                           CaptureLimits{}.seconds);
    if (result.too_much)
        return fmt::format("It printed more than {} MiB; look for a loop that never ends.",
                           CaptureLimits{}.bytes >> 20);
    if (!result.output.empty()) return result.output;
    if (result.ended.by_signal && ended_by(result.ended) == EndedBy::lost_file)
        return fmt::format("It died (signal {}): {}", result.ended.code, lost_file);
    return fmt::format("It ended with exit code {}, without a word.", result.code());
}

VersionReport report_of(const Lesson& lesson, const Version& version, const fs::path& source,
                        const Captured& result, const Printed& printed, const Options& options, Sink& sink) {
    VersionReport report;
    report.name = version.name;
    report.idea = version.idea;
    report.orders = "one run";
    if (printed.times.size() == 1) report.elapsed_ms = printed.times.front().second / 1000;
    if (printed.times.size() > 1)
        for (const auto& [name, time_us] : printed.times)
            report.notes.push_back(fmt::format("{:<28} {:>8}", name, in_words(time_us)));
    report.notes.insert(report.notes.end(), printed.notes.begin(), printed.notes.end());
    const bool shows = version.name.ends_with("_mistakes");
    Recorder recorder(64, false);
    PageRows page(version.name, PageRows::Shown::all,
                  [&](const page::Piece& piece) { sink.recorded(piece); });
    const page::Program program{version.name, {{lesson.id + "/" + version.name + ".cpp", text_of(source)}}};
    page.dispatched(program, {});
    const auto title = fmt::format("{} {}, {}", lesson.id.substr(0, 2), lesson.title, spaced(version.name));
    try {
        check(printed, recorder, page, shows);
        report.status = shows ? VersionReport::Status::shown : VersionReport::Status::right;
    } catch (const CheckFailed& failure) {
        report.status = VersionReport::Status::wrong;
        report.message = failure.what();
        report.exit_code = static_cast<int>(failure.code());
    }
    report.passes_checked = recorder.passes_checked();
    report.passes = shows ? recorder.passes().size() : report.passes_checked;
    if (result.code() != 0 && report.exit_code == 0) {
        report.status = VersionReport::Status::failed;
        report.exit_code = result.out_of_time   ? static_cast<int>(ExitCode::time_limit)
                           : result.code() <= 4 ? result.code()
                                                : static_cast<int>(ExitCode::worker_died);
        report.message = why_it_failed(result);
    }
    page.end({.title = title, .how_to_read = printed.caption, .value_name = "value"});
    page.send();
    if (options.pictures && (!recorder.passes().empty() || !printed.times.empty())) {
        const auto file = options.out / lesson.id / (version.name + ".png");
        drawn(title, printed, recorder.passes()).save(file);
        report.pictures = {file.string()};
    }
    return report;
}

}  // namespace

Lesson lesson_of(const fs::path& folder) {
    Lesson lesson{};
    lesson.id = folder.filename().string();
    lesson.title = spaced(lesson.id.substr(3));
    if (lesson.title.ends_with("opengl")) lesson.title.replace(lesson.title.size() - 6, 6, "OpenGL");
    for (const auto& source : versions_in(folder)) {
        Version version;
        version.name = source.stem().string();
        version.idea = idea_of(source);
        lesson.versions.push_back(version);
    }
    return lesson;
}

int run(const Lesson& lesson, const fs::path& folder, const fs::path& programs, const Options& options,
        Sink& sink) {
    int code = 0;
    bool begun = false;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        remove_pictures(options.out / lesson.id, version.name);
        std::vector<std::string> line{(programs / version.name).string()};
        if (options.n) line.push_back(std::to_string(*options.n));
        const auto result = captured(line);
        const auto printed = read_printed(result.output);
        if (printed.device.empty() && result.code() == static_cast<int>(ExitCode::machine_lacks))
            fail(ExitCode::machine_lacks, "{}", last_line(result.output));
        if (!std::exchange(begun, true))
            sink.start({.lesson = lesson.id,
                        .title = lesson.title,
                        .data = "complete programs, without the framework",
                        .renderer = printed.device,
                        .context = "",
                        .subgroups = "",
                        .software = printed.device.find("llvmpipe") != std::string::npos});
        const auto report =
            report_of(lesson, version, folder / (version.name + ".cpp"), result, printed, options, sink);
        if (code == 0) code = report.exit_code;
        sink.version(report);
    }
    return code;
}

}  // namespace pbp::plain
