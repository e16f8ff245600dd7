// SPDX-License-Identifier: MIT
#include "tests/docs/markdown.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/folder.hpp"
#include "tests/support/sample_report.hpp"

using namespace pbp::bench;
using pbp::test::contains, pbp::test::sample_report, pbp::test::sample_software_report;

TEST_SUITE_BEGIN("cpu");

TEST_CASE("the table has a row for each size and version, with every measurement") {
    const auto report = sample_report();
    const auto lines = markdown_table(Ladder(report, "03"));
    REQUIRE(lines.size() == 2 + 3 * 7);
    CHECK(lines[0] ==
          "| n | version | median | GB/s | of the limit | times the rung below | times "
          "`cub::DeviceReduce::Sum` |");
    CHECK(lines[1] == "|---|---|---|---|---|---|---|");
    CHECK(lines[2] == "| 2^20 | `v1_rung` | 18.0 us | 233 | 11 % |  |  |");
    CHECK(lines[6] == "| 2^20 | `v5_rung` | WRONG: element 0 is 1, expected 2 |  |  |  |  |");
    CHECK(lines.back() == "| 2^26 | `v7_rung` | 69.1 us | 3884 | 92 % | 1.29 x | 1.14 x |");
}

TEST_CASE("every row of a table has as many cells as its header") {
    const auto report = sample_report(), software = sample_software_report();
    for (const auto* one : {&report, &software})
        for (const auto& lesson : lessons_of(*one)) {
            const auto lines = markdown_table(Ladder(*one, lesson));
            for (const auto& line : lines)
                CHECK(std::ranges::count(line, '|') == std::ranges::count(lines[0], '|'));
        }
}

TEST_CASE("cold times get a column if there are any, and slower versions are marked") {
    const auto report = sample_report();
    const auto lines = markdown_table(Ladder(report, "05"));
    CHECK(contains(lines[0], "| median | cold | Gkeys/s |"));
    CHECK(contains(lines[2], "| `v1_shared` | up to 2,048 elements |"));
    CHECK(lines.back() ==
          "| 2^26 | `v2_tiles` | 6.71 ms | 7.67 ms | 9.99 | 2 % |  | **0.27 x**, cold **0.25 x** | **0.50 "
          "x** |");
}

TEST_CASE("a shader that changed since it was timed is marked in the table and in the summary") {
    auto report = sample_report();
    const auto marked = [](const std::vector<std::string>& lines) {
        return std::ranges::count_if(lines,
                                     [](const auto& line) { return contains(line, "`, changed since |"); });
    };
    CHECK(marked(markdown_table(Ladder(report, "05"))) == 0);
    for (auto& row : report.rows) row.changed = row.lesson == "05";
    CHECK(marked(markdown_table(Ladder(report, "05"))) > 0);
    CHECK(marked(markdown_table(Ladder(report, "03"))) == 0);
    CHECK(marked(markdown_summary(report)) > 0);
}

TEST_CASE("a software renderer has no column for the limit") {
    const auto report = sample_software_report();
    const auto lines = markdown_table(Ladder(report, "03"));
    CHECK(!contains(lines[0], "limit"));
    CHECK(contains(lines[0], "`std::reduce`"));
    CHECK(lines.size() == 2 + 3 * 7);  // 2^16, 2^20, 2^22
    CHECK(contains(limits_in_words(report), "software renderer"));
}

TEST_CASE("sizes without measurements are left out of the table; if none has any, the largest is shown") {
    auto report = sample_report();
    std::erase_if(report.rows, [](const Row& row) { return row.n == 1U << 24; });
    CHECK(sizes_of_table(Ladder(report, "03")) == std::vector<std::uint64_t>{1U << 20, 1U << 26});
    for (auto& row : report.rows) row.n = 1000;
    CHECK(sizes_of_table(Ladder(report, "03")) == std::vector<std::uint64_t>{1000});
    CHECK(sizes_of_table(Ladder(report, "77")).empty());
}

TEST_CASE("the summary has the highest rung of each lesson and size") {
    const auto report = sample_report();
    const auto lines = markdown_summary(report);
    REQUIRE(lines.size() == 2 + 2 * 3);
    CHECK(lines[4] ==
          "| 03 | `v7_rung` | 2^26 | 69.1 us | 3884 GB/s | 92 % | `cub::DeviceReduce::Sum`: 1.14 x |");
    CHECK(limits_in_words(report) == "The limits: copy 4000 GB/s, read 4200 GB/s, empty dispatch 2.00 us.");
}

TEST_SUITE_END();
