// SPDX-License-Identifier: MIT
#include "tests/docs/bench_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "common/modes/bench/code.hpp"
#include "common/tools/bench/charts.hpp"
#include "tests/docs/markdown.hpp"
#include "tests/support/folder.hpp"

namespace pbp::docs {
namespace {

using Lines = std::vector<std::string>;

/// "NVIDIA H200" for "NVIDIA H200/PCIe/SSE2".
std::string short_device(const std::string& device) {
    std::string name = device.substr(0, device.find_first_of("/("));
    while (name.ends_with(' ')) name.pop_back();
    return name;
}

std::string run_in_words(const bench::Report& report, const std::string& lesson) {
    std::string words = "Driver " + report.driver + ", " + bench::dates_in_words(report, lesson);
    if (!report.cub_version.empty()) words += ", CUB " + report.cub_version;
    words += ". " + bench::limits_in_words(report);
    if (std::ranges::any_of(report.rows, [&](const bench::Row& row) {
            return row.changed && (lesson == "all" || row.lesson == lesson);
        }))
        words += " *Changed since*: the shader has become another one after it was measured.";
    return words;
}

void append(Lines& to, const Lines& lines) {
    to.insert(to.end(), lines.begin(), lines.end());
}

Lines of_machine(const Measured& one, const std::string& lesson) {
    Lines lines{"### " + short_device(one.report.device), "", run_in_words(one.report, lesson), ""};
    if (lesson == "all") {
        append(lines, bench::markdown_summary(one.report));
        lines.emplace_back();
        return lines;
    }
    for (const auto& chart : charts_of(one)) {
        if (chart.lesson != lesson) continue;
        lines.push_back(fmt::format("<!-- chart: {} -->", chart.file));
        const bench::Ladder ladder(one.report, lesson);
        auto finding = bench::fastest_at(ladder, chart.ladder ? size_to_draw(ladder) : ladder.sizes().back());
        if (!finding.empty()) finding = ". " + finding.substr(0, finding.size() - 2);
        lines.push_back(
            fmt::format("![Lesson {} on {}: {}{}](figures/{})", lesson, short_device(one.report.device),
                        chart.ladder ? "the speed of each version" : "speed over the number of elements",
                        finding, chart.file));
        lines.emplace_back();
    }
    append(lines, bench::markdown_table({one.report, lesson}));
    lines.emplace_back();
    return lines;
}

bool has(const Measured& one, const std::string& lesson) {
    return lesson == "all" ? !one.report.rows.empty()
                           : std::ranges::any_of(one.report.rows,
                                                 [&](const bench::Row& row) { return row.lesson == lesson; });
}

}  // namespace

std::vector<Measured> measured() {
    std::vector<fs::path> files;
    if (fs::exists(root / "docs/data"))
        for (const auto& entry : fs::directory_iterator(root / "docs/data"))
            if (const auto name = entry.path().filename().string();
                name.starts_with("bench-") && name.ends_with(".json"))
                files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Measured> all;
    for (const auto& file : files) {
        auto report = bench::from_json(test::read_text(file), file.filename().string());
        for (auto& row : report.rows) {
            const auto shader = root / "shaders" / bench::folder_of(row.lesson) / (row.version + ".comp");
            row.changed = !row.code.empty() && fs::exists(shader) &&
                          bench::code_of(shader, root / "shaders/common") != row.code;
        }
        all.push_back({file.stem().string().substr(6), std::move(report)});
    }
    std::ranges::stable_sort(all, {}, [](const Measured& one) { return one.report.software; });
    return all;
}

std::vector<Shown> charts_of(const Measured& bench) {
    std::vector<Shown> all;
    for (const auto& lesson : bench::lessons_of(bench.report)) {
        if (bench::size_to_draw({bench.report, lesson}) == 0) continue;
        for (const bool ladder : {true, false})
            all.push_back(
                {lesson, ladder,
                 fmt::format("bench_{}_{}_{}.png", bench.machine, lesson, ladder ? "ladder" : "throughput")});
    }
    return all;
}

Lines section(const std::vector<Measured>& benches, const std::string& lesson) {
    if (std::ranges::none_of(benches, [&](const Measured& one) { return has(one, lesson); })) return {};
    Lines lines{""};
    if (lesson == "all")
        lines.emplace_back("The highest rung of each lesson that has a time at that *n*.");
    else
        append(lines, {"## Measured", "",
                       fmt::format("What `./learn bench {} --peers` said. [How to read "
                                   "it](performance.md#how-to-read-the-two-charts).",
                                   lesson)});
    lines.emplace_back();
    for (const auto& one : benches)
        if (has(one, lesson)) append(lines, of_machine(one, lesson));
    return lines;
}

std::string with_sections(const std::vector<Line>& page, const std::vector<Measured>& benches,
                          std::vector<std::string>& found) {
    std::string text;
    for (std::size_t i = 0; i < page.size(); ++i) {
        text += page[i].text + "\n";
        const auto lesson = note_of(page[i], "bench");
        if (lesson.empty()) continue;
        found.push_back(lesson);
        for (const auto& line : section(benches, lesson)) text += line + "\n";
        const auto end = std::find_if(page.begin() + static_cast<std::ptrdiff_t>(i), page.end(),
                                      [](const Line& line) { return line.text == "<!-- /bench -->"; });
        if (end == page.end()) return text + "<!-- /bench --> is missing";
        i = static_cast<std::size_t>(std::distance(page.begin(), end)) - 1;
    }
    return text;
}

}  // namespace pbp::docs
