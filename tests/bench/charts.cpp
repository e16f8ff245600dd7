// SPDX-License-Identifier: MIT
#include "common/tools/bench/charts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "common/lesson/version_names.hpp"
#include "common/picture/chart/bars_layout.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/sample_report.hpp"

namespace bench_charts_test {

using namespace pbp::bench;
using pbp::picture::BarStyle, pbp::picture::CurveStyle;
using pbp::test::contains, pbp::test::sample_report, pbp::test::sample_software_report;

namespace {

bool any_note(const std::vector<std::string>& notes, const std::string& words) {
    return std::ranges::any_of(notes, [&](const auto& note) { return contains(note, words); });
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("a chart names the versions of its lesson whose shaders have changed since they were measured") {
    auto report = sample_report();
    const std::string words = "Measured before its shader was changed";
    CHECK(!any_note(ladder_chart(Ladder(report, "03"), 1U << 26).notes, words));
    for (auto& row : report.rows) row.changed = row.lesson == "03" && row.version == "v1_rung";
    const Ladder changed(report, "03"), other(report, "05");
    CHECK(any_note(ladder_chart(changed, 1U << 26).notes, words + ": v1_rung."));
    CHECK(any_note(throughput_chart(changed).notes, words + ": v1_rung."));
    CHECK(!any_note(throughput_chart(other).notes, words));
}

TEST_CASE("a chart names the versions of its lesson that were timed on another day, and JSON keeps the day") {
    auto report = sample_report();
    for (auto& row : report.rows)
        if (row.lesson == "03" && row.version == "v1_rung") row.date = "2026-02-03";
    report = from_json(to_json(report), "here");
    const std::string words = "measured on 2026-01-02";
    CHECK(any_note(throughput_chart(Ladder(report, "03")).notes, words + "; v1 on 2026-02-03"));
    const auto other = throughput_chart(Ladder(report, "05"));
    CHECK(any_note(other.notes, words));
    CHECK(!any_note(other.notes, "2026-02-03"));
    CHECK(dates_in_words(report, "all") == "2026-01-02; 03 v1 on 2026-02-03");
    CHECK(dates_in_words(sample_report(), "all") == "2026-01-02");
    for (const char* version : {"v10_last", "v9_rung"}) {
        report.rows.push_back(report.rows.front());
        report.rows.back().version = version;
        report.rows.back().date = "2026-02-03";
    }
    CHECK(dates_in_words(report, "all") == "2026-01-02; 03 v1, 03 v9, 03 v10 on 2026-02-03");
    for (auto& row : report.rows)
        if (row.date.empty() && row.version == "v2_rung" && row.n == 1U << 26) row.date = "2026-03-04";
    CHECK(dates_in_words(report, "03").ends_with(" on 2026-02-03; v2 at 2^26 on 2026-03-04"));
    CHECK(contains(dates_in_words(report, "03", 1U << 26), "v2"));
    CHECK_FALSE(contains(dates_in_words(report, "03", 1U << 20), "v2"));  // its date is of another size
    for (auto& row : report.rows)
        if (row.lesson == "03") row.date = "2026-04-05";
    CHECK(dates_in_words(report, "03") == "2026-04-05, the limits on 2026-01-02");
    CHECK(dates_in_words(report, "all") == "2026-01-02; 03 on 2026-04-05");
}

TEST_CASE("the ladder has a bar per rung and a striped one per peer, with speed, time and gain") {
    const auto report = sample_report();
    const Ladder ladder(report, "03");
    const auto chart = ladder_chart(ladder, 1U << 26);
    CHECK(chart.title == "03 reduction: the speed of each version at 2^26 elements");
    CHECK(any_note(chart.notes, "Sample GPU, OpenGL 1.2.3, measured on 2026-01-02"));
    REQUIRE(chart.bars.size() == 8);
    const auto &first = chart.bars[0], &top = chart.bars[6], &peer = chart.bars[7];
    CHECK(first.name == "v1_rung");
    CHECK(first.label == "299 GB/s (7 % of the limit), 899 us");
    CHECK(chart.bars[1].label == "477 GB/s (11 % of the limit), 563 us: 1.60 x v1");
    CHECK(top.style == BarStyle::stressed);
    CHECK(top.label == "3884 GB/s (92 % of the limit), 69.1 us: 1.29 x v6");
    CHECK(top.low < top.value);
    CHECK(top.high > top.value);
    CHECK(peer.style == BarStyle::striped);
    CHECK(peer.name == "cub::DeviceReduce::Sum");
    CHECK(peer.label == "3413 GB/s, 78.6 us: v7 at 1.14 x its speed");
    REQUIRE(chart.lines.size() == 1);
    CHECK(chart.lines[0].value == doctest::Approx(4200));
    CHECK(chart.lines[0].label == "this machine's limit at this n: read, 4200 GB/s");
}

TEST_CASE("a rung without a time says why, and a limit far away is given in words") {
    const auto report = sample_report();
    const Ladder sorts(report, "05"), sums(report, "03");
    const auto chart = ladder_chart(sorts, 1U << 24);
    CHECK(chart.bars[0].missing == "up to 2,048 elements");
    CHECK(chart.lines.empty());
    CHECK(
        any_note(chart.notes, "this machine's limit at this n: copy, 500 Gkeys/s, 13 times the longest bar"));
    CHECK(contains(ladder_chart(sums, 1U << 20).bars[4].missing, "WRONG"));
}

TEST_CASE("a rung that moves values as well as keys does not lower the limit of a sort") {
    auto report = sample_report();
    const auto limit = [&] { return throughput_chart(Ladder(report, "05")).curves.back(); };
    const auto before = limit();
    REQUIRE(!before.points.empty());
    const auto sizes = Ladder(report, "05").sizes();
    for (const auto n : sizes) {
        auto pairs = *Ladder(report, "05").top(n);
        pairs.version = "v9_pairs";
        pairs.work.bytes_read *= 2, pairs.work.bytes_written *= 2;
        report.rows.push_back(pairs);
    }
    const auto chart = throughput_chart(Ladder(report, "05"));
    CHECK(contains(chart.how_to_read, "v9 has another task: 16 bytes per key, not 8. "));
    CHECK(chart.curves[chart.curves.size() - 2].name == "limit of v9: copy");
    CHECK(chart.curves[chart.curves.size() - 2].points[5].y == doctest::Approx(before.points[5].y / 2));
    const auto after = limit();
    CHECK(after.name == "limit of the others: copy");
    for (std::size_t i = 0; i < before.points.size(); ++i) CHECK(after.points[i].y == before.points[i].y);
}

TEST_CASE("rungs whose times are within their spread are called equal") {
    auto report = sample_report();
    for (auto& row : report.rows)
        if (row.version == "v7_rung") row.hot.median_us = 90, row.hot.spread_us = 5;
    const auto chart = ladder_chart(Ladder(report, "03"), 1U << 26);
    CHECK(contains(chart.bars[6].label, "no real difference from v6"));
}

TEST_CASE("runs that scatter by more than their median have a whisker only on the slow side") {
    auto report = sample_report();
    for (auto& row : report.rows) row.hot.spread_us = 3 * row.hot.median_us;
    const auto chart = ladder_chart(Ladder(report, "03"), 1U << 26);
    CHECK(chart.bars[6].low < chart.bars[6].value);
    CHECK(chart.bars[6].high == chart.bars[6].value);
}

TEST_CASE("the ladder drawn is the one with most rungs, or of equals the largest, up to 2^26") {
    auto report = sample_report();
    CHECK(size_to_draw(Ladder(report, "03")) == 1U << 26);
    auto fewer = report;
    std::erase_if(fewer.rows,
                  [](const Row& row) { return row.n == 1U << 26 && pbp::version_number(row.version) < 3; });
    CHECK(size_to_draw(Ladder(fewer, "03")) == 1U << 24);
    for (auto& row : report.rows)
        if (row.n == 1U << 26) row.n = 1U << 28;
    CHECK(size_to_draw(Ladder(report, "03")) == 1U << 24);
    std::erase_if(report.rows, [](const Row& row) { return row.n != 1U << 28; });
    CHECK(size_to_draw(Ladder(report, "03")) == 1U << 28);
    std::erase_if(report.rows, [](const Row& row) { return row.version != "v7_rung"; });
    CHECK(size_to_draw(Ladder(report, "03")) == 1U << 28);  // a bar, and a peer's
    for (auto& row : report.rows) row.peers.clear();
    CHECK(size_to_draw(Ladder(report, "03")) == 0);  // one bar alone compares nothing
    report.rows.clear();
    CHECK(size_to_draw(Ladder(report, "03")) == 0);
}

TEST_CASE(
    "throughput has a curve per rung, the highest stressed, peers and limit dashed, with gaps for what is "
    "missing") {
    const auto report = sample_report();
    const auto chart = throughput_chart(Ladder(report, "03"));
    REQUIRE(chart.curves.size() == 9);
    for (std::size_t i = 0; i < 9; ++i)
        CHECK(chart.curves[i].style == (i < 5    ? CurveStyle::pale
                                        : i < 7  ? CurveStyle::stressed
                                        : i == 7 ? CurveStyle::dashed
                                                 : CurveStyle::bound));
    CHECK(chart.curves[4].points[2].y == 0);  // wrong at 2^20
    CHECK(chart.curves[4].points[3].y > 0);
    const auto& limit = chart.curves[8];
    CHECK(limit.name == "limit: read");
    CHECK(limit.points[0].y == doctest::Approx((4.0 * (1U << 16) + 4) / 2 * 1e-3));
    CHECK(limit.points[5].y == doctest::Approx(4200));
    const auto sorts = throughput_chart(Ladder(report, "05"));
    CHECK(sorts.curves[0].name == "v2_tiles");  // v1 has no times at all
}

TEST_CASE("the words of a throughput chart name the fastest, and versions without a curve") {
    auto report = sample_report();
    const auto words = [&](const char* lesson) {
        return throughput_chart(Ladder(report, lesson)).how_to_read;
    };
    CHECK(contains(words("05"), "Not in this chart: v1 ("));
    CHECK(!contains(words("05"), "v1 not at"));
    CHECK(contains(words("03"),
                   "At 2^26 v7 is the fastest of 7 versions. Heavy: the last two versions, v6 and v7. "));
    report.bounds.sizes = {{1U << 20, 4, 3}};  // nothing was measured beyond
    CHECK(throughput_chart(Ladder(report, "03")).curves.back().points.back().x == 1U << 20);
    for (auto& row : report.rows)
        if (row.version == "v6_rung") row.hot.median_us /= 2;
    CHECK(contains(words("03"), "At 2^26 v6 is the fastest of 7 versions, and v7 has 0."));
    for (auto& row : report.rows) row.hot.spread_us = row.hot.median_us / 2;  // no further apart than that
    CHECK(contains(words("03"),
                   "At 2^26 v6 and v7 are the fastest of 7 versions, and level: their times differ by 55 %, "
                   "while the middle half of v7's own runs spans 77 %. "));
}

TEST_CASE("curves that end within 2 % of each other share a name, and of peers only the best have a curve") {
    auto report = sample_report();
    for (auto& row : report.rows)
        if (row.version == "v6_rung")
            row.hot.median_us = 1.01 * Ladder(report, "03").timed("v7_rung", row.n)->hot.median_us;
    const auto sums = throughput_chart(Ladder(report, "03"));
    CHECK(sums.curves[6].name == "v7_rung, v6_rung");
    CHECK(sums.curves[6].also == std::vector<std::size_t>{5});
    CHECK(sums.curves[5].name.empty());
    const auto sorts = throughput_chart(Ladder(report, "05"));
    CHECK(std::ranges::count(sorts.curves, CurveStyle::dashed, &pbp::picture::Curve::style) == 1);
    CHECK(contains(
        sorts.how_to_read,
        "Red, dashed: CUB, NVIDIA's CUDA library, of functions with equal bytes the fastest at the end."));
}

TEST_CASE("a label and its words say that a library is level, and its bar has a whisker") {
    auto report = sample_report();
    for (auto& row : report.rows)
        for (auto& peer : row.peers) peer.ratio = {0.99, 1.01, 1.03}, peer.hot.spread_us = 2;
    const auto chart = ladder_chart(Ladder(report, "03"), 1U << 26);
    CHECK(contains(chart.bars.back().label, "level with it"));
    CHECK(contains(chart.how_to_read, "Level: within 2 %"));
    CHECK(chart.bars.back().low < chart.bars.back().high);
}

TEST_CASE("a software renderer is compared with the standard library, and with no limit") {
    const auto report = sample_software_report();
    const Ladder ladder(report, "03");
    const auto bars = ladder_chart(ladder, 1U << 22);
    CHECK(bars.lines.empty());
    CHECK(any_note(bars.notes, "software renderer"));
    CHECK(bars.bars.back().name == "std::reduce");
    const auto chart = throughput_chart(ladder);
    CHECK(std::ranges::none_of(chart.curves,
                               [](const auto& curve) { return curve.style == CurveStyle::bound; }));
}

TEST_CASE("a peer that is many times as fast gets a logarithmic axis") {
    auto report = sample_report();
    CHECK(!ladder_chart(Ladder(report, "03"), 1U << 26).logarithmic);
    for (auto& row : report.rows)
        for (auto& peer : row.peers) peer.hot.median_us /= 20;
    const auto chart = ladder_chart(Ladder(report, "03"), 1U << 26);
    CHECK(chart.logarithmic);
    CHECK(contains(chart.x_title, "(logarithmic)"));
    const auto layout = lay_out(chart, 60);
    CHECK(layout.bars.front().width > layout.plot.width / 10);  // of 228 times its speed
    CHECK(contains(chart.how_to_read, "The axis has no zero"));
}

TEST_CASE("a version that the report does not have is named as not measured") {
    auto report = sample_report();
    CHECK(any_note(ladder_chart(Ladder(report, "03"), 1U << 26).notes, "Not measured on this machine: v8,"));
    std::erase_if(report.rows,
                  [](const Row& row) { return row.version == "v2_rung" || row.version == "v4_rung"; });
    CHECK(any_note(ladder_chart(Ladder(report, "03"), 1U << 26).notes,
                   "Not measured on this machine: v2, v4, v8,"));
    CHECK(any_note(throughput_chart(Ladder(report, "03")).notes, "v2, v4, v8,"));
}

TEST_CASE("both charts of every lesson are saved, and nothing for a report without a time") {
    const pbp::test::Folder folder;
    const auto files = save_charts(folder.path(), sample_report());
    REQUIRE(files.size() == 4);
    CHECK(files[0] == (folder.path() / "03_reduction_ladder.png").string());
    CHECK(files[3] == (folder.path() / "05_bitonic_sort_throughput.png").string());
    for (const auto& file : files) CHECK(pbp::picture::load(file).width() == 1000);
    CHECK(save_charts(folder.path(), Report{}).empty());
}

TEST_SUITE_END();

}  // namespace bench_charts_test
