// SPDX-License-Identifier: MIT
// What a bench measured is on the pages, as tables and charts:
//   docs/data/bench-MACHINE.json        what ./learn bench --json wrote on a machine
//   <!-- bench: 03 -->                  on the page of a lesson: its section, up to <!-- /bench -->
//   <!-- bench: all -->                 on docs/performance.md: the highest version of each
// PBP_UPDATE_QUOTES=1 writes the sections, PBP_UPDATE_FIGURES=1 draws the charts, instead of comparing them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "common/tools/bench/charts.hpp"
#include "tests/docs/bench_section.hpp"
#include "tests/docs/markdown.hpp"
#include "tests/docs/notes.hpp"
#include "tests/docs/pictures.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/sample_report.hpp"

using namespace pbp::docs;
using pbp::test::contains, pbp::test::read_text;
namespace bench = pbp::bench;

namespace {

pbp::picture::Canvas drawn(const Measured& one, const Shown& chart) {
    const bench::Ladder ladder(one.report, chart.lesson);
    return chart.ladder ? draw(ladder_chart(ladder, size_to_draw(ladder))) : draw(throughput_chart(ladder));
}

const std::vector<Measured>& benches() {
    static const auto all = [] {
        auto found = measured();
        if (found.empty())
            std::printf("docs/data holds no bench-*.json: no measured table is to be checked.\n");
        return found;
    }();
    return all;
}

std::vector<Line> lines_from(const std::string& text) {
    std::vector<Line> lines;
    for (const auto& line : lines_of(text)) lines.push_back({line, false});
    return lines;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the bench: every page has the tables that docs/data gives") {
        std::map<std::string, std::string> place;  // of each mark
        for (const auto& page : pages()) {
            std::vector<std::string> marks;
            const auto text = read_text(page), real = with_sections(read_page(page), benches(), marks);
            INFO(page.string(), "\n", renewed_by());
            if (updating())
                update(page, real);
            else
                CHECK((text == real));  // two pages are no message
            for (const auto& mark : marks) place[mark] = page.filename();
        }
        CHECK(place["all"] == "performance.md");
        for (const auto& one : benches())
            for (const auto& lesson : bench::lessons_of(one.report)) {
                CAPTURE(one.machine);
                CAPTURE(lesson);
                CHECK_MESSAGE(place[lesson] == bench::folder_of(lesson) + ".md",
                              "the page of this lesson needs a line <!-- bench: ", lesson,
                              " --> and a line <!-- /bench -->");
            }
    }

    TEST_CASE("the bench: every chart is what docs/data gives") {
        std::set<std::string> wanted;
        for (const auto& one : benches())
            for (const auto& chart : charts_of(one)) {
                const auto file = root / "docs/figures" / chart.file;
                wanted.insert(chart.file);
                INFO(file.string(), "\n", renewed_by("PBP_UPDATE_FIGURES=1"));
                const auto now = drawn(one, chart);
                const auto right = [&] {
                    return fs::exists(file) && difference(now, pbp::picture::load(file)) == 0;
                };
                if (redrawing() && !right()) {
                    const pbp::test::Folder folder;
                    now.save(folder.path() / chart.file);
                    fs::copy_file(folder.path() / chart.file, file, fs::copy_options::overwrite_existing);
                }
                CHECK(right());
            }
        std::vector<fs::path> left_over;
        for (const auto& entry : fs::directory_iterator(root / "docs/figures"))
            if (const auto name = entry.path().filename().string();
                name.starts_with("bench_") && !wanted.contains(name))
                left_over.push_back(entry.path());
        if (redrawing())
            for (const auto& file : left_over) fs::remove(file);
        else
            CHECK_MESSAGE(left_over.empty(), renewed_by("PBP_UPDATE_FIGURES=1"));
    }

    TEST_CASE("the bench: every measured version is an existing shader, and was right") {
        for (const auto& one : benches()) {
            CHECK(!one.report.device.empty());
            CHECK(!one.report.driver.empty());
            CHECK(one.report.date.size() == 10);
            std::set<std::string> shaders;
            for (const auto& row : one.report.rows) {
                shaders.insert(bench::folder_of(row.lesson) + "/" + row.version + ".comp");
                CAPTURE(row.version);
                CAPTURE(row.n);
                CHECK(row.status != bench::Row::Status::wrong);
            }
            for (const auto& shader : shaders) {
                CAPTURE(shader);
                CHECK(fs::exists(root / "shaders" / shader));
            }
        }
    }

    TEST_CASE("the bench: a section is found between its marks, and a changed number is noticed") {
        const std::vector<Measured> two{{"h200", pbp::test::sample_report()},
                                        {"llvmpipe", pbp::test::sample_software_report()}};
        std::vector<std::string> marks;
        const std::string empty = "# 03\n\n<!-- bench: 03 -->\n<!-- /bench -->\n\n## What to notice\n";
        const auto full = with_sections(lines_from(empty), two, marks);
        CHECK(marks == std::vector<std::string>{"03"});
        CHECK(full.starts_with("# 03\n\n<!-- bench: 03 -->\n\n## Measured\n"));
        CHECK(full.ends_with("|\n\n<!-- /bench -->\n\n## What to notice\n"));
        for (const std::string part :
             {"### Sample GPU\n", "Driver 1.2.3, 2026-01-02, CUB 9.9.9. The limits",
              "### sample software renderer\n", "](figures/bench_h200_03_ladder.png)",
              "](figures/bench_llvmpipe_03_throughput.png)",
              "| 2^26 | `v7_rung` | 69.1 us | 3884 | 92 % | 1.29 x | 1.14 x |"})
            CHECK(contains(full, part));
        CHECK(with_sections(lines_from(full), two, marks) == full);
        auto stale = full;
        stale.replace(stale.find("69.1 us"), 7, "59.1 us");
        CHECK(with_sections(lines_from(stale), two, marks) == full);
        CHECK(with_sections(lines_from(full), {}, marks) == empty);
        CHECK(with_sections(lines_from("<!-- bench: 77 -->\n<!-- /bench -->\n"), two, marks) ==
              "<!-- bench: 77 -->\n<!-- /bench -->\n");
        CHECK(contains(with_sections(lines_from("<!-- bench: 03 -->\n"), two, marks), "is missing"));
        CHECK(section(two, "all").size() > 12);
    }

    TEST_CASE("the bench: a chart with a different number is a different picture") {
        Measured one{"h200", pbp::test::sample_report()};
        const auto chart = charts_of(one).front();
        const auto before = drawn(one, chart);
        CHECK(difference(before, drawn(one, chart)) == 0);
        for (auto& row : one.report.rows)
            if (row.version == "v7_rung") row.hot.median_us *= 1.001;
        CHECK(difference(before, drawn(one, chart)) > 0);
    }
}
