// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>

#include "common/modes/bench/names.hpp"
#include "common/tools/bench/charts.hpp"

namespace pbp::bench {
namespace {

using picture::Bar;
using picture::BarStyle;

constexpr double crushed = 10;  ///< a peer that many times as fast leaves nothing of the other bars
constexpr double far_away = 3;  ///< a limit more than this many times the longest bar would squash them all

/// Gives a bar the speed at which the row's work took that time, and whiskers.
void measure(Bar& bar, const Ladder& ladder, const Row& row, const Time& time) {
    const auto speed = speed_of(ladder, row, time);
    bar.value = speed.y, bar.low = speed.low, bar.high = speed.high;
}

Bar bar_of(const Ladder& ladder, const std::string& version, std::uint64_t n) {
    Bar bar{.name = version};
    const Row* row = ladder.timed(version, n);
    if (row == nullptr) {
        bar.missing = ladder.missing(version, n);
        return bar;
    }
    measure(bar, ladder, *row, row->hot);
    const double least = ladder.least_us(*row);
    const double percent = 100 * least / row->hot.median_us;
    const auto share = least > 0 ? fmt::format(" ({:.{}f} % of {} limit)", percent, percent < 1 ? 1 : 0,
                                               ladder.has_own_limit(*row) ? "its own" : "the")
                                 : "";
    bar.label = fmt::format("{} {}{}, {}", three_digits(bar.value), ladder.unit(), share,
                            time_name(row->hot.median_us));
    if (const Row* below = ladder.fastest_below(*row))
        bar.label += fmt::format(": {} {}", gain_over(below->hot, row->hot).words("no real difference from"),
                                 short_name(below->version));
    if (row == ladder.top(n)) bar.style = BarStyle::stressed;
    return bar;
}

Bar bar_of(const Ladder& ladder, const std::string& peer, const Ladder::Beside& beside) {
    Bar bar{.name = peer, .style = BarStyle::striped};
    measure(bar, ladder, *beside.row, beside.peer->hot);
    const auto ratio = gain_over(*beside.peer, *beside.row).words("");
    bar.label = fmt::format("{} {}, {}: {} {}", three_digits(bar.value), ladder.unit(),
                            time_name(beside.peer->hot.median_us), short_name(beside.row->version),
                            ratio.empty() ? "level with it" : "at " + ratio + " its speed");
    return bar;
}

}  // namespace

picture::BarChart ladder_chart(const Ladder& ladder, std::uint64_t n) {
    picture::BarChart chart;
    chart.title = chart_title(ladder, fmt::format("the speed of each version at {} elements", size_name(n)));
    chart.notes = chart_notes(ladder, n);
    chart.x_title = unit_in_words(ladder);
    const Row* above = nullptr;
    for (const auto& version : ladder.versions()) {
        chart.bars.push_back(bar_of(ladder, version, n));
        const Row* row = ladder.timed(version, n);
        if (row == nullptr) continue;
        chart.bars.back().apart = above != nullptr && !ladder.same_work(above->work, row->work);
        above = row;
    }
    const bool several_tasks = std::ranges::any_of(chart.bars, &Bar::apart);
    for (const auto& peer : ladder.peers())
        if (const auto beside = ladder.beside(peer, n); beside.peer != nullptr)
            chart.bars.push_back(bar_of(ladder, peer, beside));
    const bool compares = std::ranges::any_of(ladder.versions(), [&](const auto& version) {
        const Row* row = ladder.timed(version, n);
        return row != nullptr && ladder.fastest_below(*row) != nullptr;
    });
    double longest = 0, own = 0;
    for (const auto& bar : chart.bars) {
        longest = std::max(longest, bar.value);
        if (bar.style != BarStyle::striped) own = std::max(own, bar.value);
    }
    chart.logarithmic = own > 0 && longest > crushed * own;
    if (chart.logarithmic) chart.x_title += " (logarithmic)";
    const Row* bounding = ladder.bounding(n);
    const double least = bounding == nullptr ? 0 : ladder.least_us(*bounding);
    std::vector<std::string> labels{"the speed"};
    if (least > 0) labels.emplace_back("its share of the machine's limit");
    labels.emplace_back(compares ? "the time" : "and the time");
    if (compares)
        labels.push_back(
            fmt::format("and the ratio to the fastest earlier version{}",
                        several_tasks ? " that does as much work; after a gap the work differs" : ""));
    chart.how_to_read = fmt::format(
        "{} is faster. Labels give {}. Dark {}. Whiskers span the middle half of "
        "the runs{}.",
        chart.logarithmic ? "The axis has no zero, so equal steps are equal factors; further right"
                          : "Longer",
        fmt::join(labels, ", "),
        chart.logarithmic ? "dot: the last version measured" : "bar: the last version measured",
        chart.logarithmic ? ", where that is wider than the dot" : "");
    if (chart.bars.size() > ladder.versions().size())
        chart.how_to_read +=
            fmt::format(" {}: {}, timed in turns on the same data; its ratio is the median over the turns.{}",
                        chart.logarithmic ? "Ring" : "Striped", library_of(ladder.peers()),
                        peers_in_words(ladder.peers()));
    const auto labelled = [&](const char* words) {
        return std::ranges::any_of(chart.bars,
                                   [&](const Bar& bar) { return bar.label.find(words) != bar.label.npos; });
    };
    if (labelled("no real difference"))
        chart.how_to_read += " No real difference: no more than the runs of one version spread.";
    if (labelled("level with it"))
        chart.how_to_read +=
            " Level: within 2 %, or some of the middle half of the turns say faster, some slower.";
    if (least <= 0) return chart;
    const double limit = ladder.speed(*bounding, least);
    const auto words = fmt::format("this machine's limit at this n: {}, {} {}", ladder.what_limits(*bounding),
                                   three_digits(limit), ladder.unit());
    for (const auto& version : ladder.versions()) {
        const Row* row = ladder.timed(version, n);
        if (row == nullptr || !ladder.has_own_limit(*row)) continue;
        chart.notes.push_back(
            fmt::format("{} moves more bytes per key: its own limit is {} {}.", short_name(version),
                        three_digits(ladder.speed(*row, ladder.least_us(*row))), ladder.unit()));
    }
    if (limit <= far_away * longest)
        chart.lines.push_back({limit, words});
    else
        chart.notes.push_back(fmt::format("Off the chart to the right: {}, {:.0f} times the longest bar.",
                                          words, limit / longest));
    return chart;
}

}  // namespace pbp::bench
