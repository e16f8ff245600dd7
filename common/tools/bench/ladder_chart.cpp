// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "common/modes/bench/names.hpp"
#include "common/tools/bench/chart_words.hpp"
#include "common/tools/bench/charts.hpp"

namespace pbp::bench {
namespace {

using picture::Bar;
using picture::BarStyle;

constexpr double far_away = 3;  ///< a limit more than this many times the longest bar would squash them all

Bar bar_of(const Ladder& ladder, const std::string& version, std::uint64_t n) {
    Bar bar{.name = version};
    const Row* row = ladder.timed(version, n);
    if (row == nullptr) {
        bar.missing = ladder.missing(version, n);
        return bar;
    }
    const double half = row->hot.spread_us / 2;
    bar.value = ladder.speed(*row, row->hot.median_us);
    if (half > 0) {
        bar.low = ladder.speed(*row, row->hot.median_us + half);
        bar.high = half < row->hot.median_us ? ladder.speed(*row, row->hot.median_us - half) : bar.value;
    }
    const double least = ladder.least_us(*row);
    const double percent = 100 * least / row->hot.median_us;
    const auto share =
        least > 0 ? fmt::format(" ({:.{}f} % of the limit)", percent, percent < 1 ? 1 : 0) : "";
    bar.label = fmt::format("{} {}{}, {}", three_digits(bar.value), ladder.unit(), share,
                            time_name(row->hot.median_us));
    if (const Row* below = ladder.below(*row))
        bar.label += fmt::format(": {} {}", gain_over(below->hot, row->hot).words("equal to"),
                                 short_name(below->version));
    if (row == ladder.top(n)) bar.style = BarStyle::stressed;
    return bar;
}

Bar bar_of(const Ladder& ladder, const std::string& peer, const Ladder::Beside& beside) {
    Bar bar{.name = peer, .style = BarStyle::striped};
    bar.value = ladder.speed(*beside.row, beside.peer->hot.median_us);
    bar.label = fmt::format("{} {}, {}: {} is {} as fast", three_digits(bar.value), ladder.unit(),
                            time_name(beside.peer->hot.median_us), short_name(beside.row->version),
                            gain_over(*beside.peer, *beside.row).words("just"));
    return bar;
}

}  // namespace

picture::BarChart ladder_chart(const Ladder& ladder, std::uint64_t n) {
    picture::BarChart chart;
    chart.title = chart_title(ladder, fmt::format("the ladder at {} elements", size_name(n)));
    chart.notes = chart_notes(ladder);
    chart.x_title = unit_in_words(ladder);
    for (const auto& version : ladder.versions()) chart.bars.push_back(bar_of(ladder, version, n));
    for (const auto& peer : ladder.peers())
        if (const auto beside = ladder.beside(peer, n); beside.peer != nullptr)
            chart.bars.push_back(bar_of(ladder, peer, beside));
    chart.how_to_read =
        "Longer is faster. Labels give the speed, its share of the machine's limit, the time, and the ratio "
        "to the "
        "previous version that does "
        "the same work. Whiskers span the middle half of the runs.";
    if (std::ranges::any_of(chart.bars, [](const Bar& bar) { return bar.style == BarStyle::striped; }))
        chart.how_to_read += " Striped: another library, timed in turns on the same data.";
    const Row* top = ladder.top(n);
    const double least = top == nullptr ? 0 : ladder.least_us(*top);
    if (least <= 0) return chart;
    double longest = 0;
    for (const auto& bar : chart.bars) longest = std::max(longest, bar.value);
    const double limit = ladder.speed(*top, least);
    const auto words = fmt::format("this machine's limit: {}, {} {}", ladder.what_limits(*top),
                                   three_digits(limit), ladder.unit());
    if (limit <= far_away * longest)
        chart.lines.push_back({limit, words});
    else
        chart.notes.push_back(fmt::format("Off the chart to the right: {}, {:.0f} times the longest bar.",
                                          words, limit / longest));
    return chart;
}

}  // namespace pbp::bench
