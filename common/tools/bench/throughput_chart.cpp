// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "common/modes/bench/names.hpp"
#include "common/tools/bench/chart_words.hpp"
#include "common/tools/bench/charts.hpp"

namespace pbp::bench {
namespace {

using picture::Curve;
using picture::CurveStyle;

/// A curve with a gap wherever `speed` is 0.
template <typename Speed>
Curve curve_of(const Ladder& ladder, const std::string& name, CurveStyle style, Speed speed) {
    Curve curve{name, {}, style};
    for (const auto n : ladder.sizes()) curve.points.push_back({static_cast<double>(n), speed(n)});
    while (!curve.points.empty() && curve.points.back().y == 0) curve.points.pop_back();
    return curve;
}

Curve curve_of_version(const Ladder& ladder, const std::string& version, CurveStyle style) {
    return curve_of(ladder, version, style, [&](std::uint64_t n) {
        const Row* row = ladder.timed(version, n);
        return row == nullptr ? 0 : ladder.speed(*row, row->hot.median_us);
    });
}

Curve curve_of_peer(const Ladder& ladder, const std::string& peer) {
    return curve_of(ladder, peer, CurveStyle::dashed, [&](std::uint64_t n) {
        const auto beside = ladder.beside(peer, n);
        return beside.peer == nullptr ? 0 : ladder.speed(*beside.row, beside.peer->hot.median_us);
    });
}

/// True if the chart joins at least two of its points.
bool has_a_line(const Curve& curve) {
    for (std::size_t i = 1; i < curve.points.size(); ++i)
        if (curve.points[i - 1].y > 0 && curve.points[i].y > 0) return true;
    return false;
}

/// Makes the curves of the two highest versions that have a line heavy, and returns their names in words.
std::string stress_the_highest(std::vector<Curve>& curves) {
    std::string names;
    int left = 2;
    for (auto curve = curves.rbegin(); curve != curves.rend() && left > 0; ++curve) {
        if (!has_a_line(*curve)) continue;
        curve->style = CurveStyle::stressed;
        const auto name = short_name(curve->name);
        names = names.empty() ? name : name + " and " + names;
        --left;
    }
    return names;
}

Curve curve_of_limit(const Ladder& ladder) {
    Curve curve = curve_of(ladder, "limit", CurveStyle::bound, [&](std::uint64_t n) {
        const Row& row = *ladder.top(n);
        const double least = ladder.least_us(row);
        return least > 0 ? ladder.speed(row, least) : 0;
    });
    if (!curve.points.empty()) curve.name += ": " + ladder.what_limits(*ladder.top(ladder.sizes().back()));
    return curve;
}

}  // namespace

picture::Chart throughput_chart(const Ladder& ladder) {
    picture::Chart chart;
    chart.title = chart_title(ladder, "speed over the number of elements");
    chart.notes = chart_notes(ladder);
    chart.x = {"elements (logarithmic)", picture::AxisScale::log2};
    chart.y = {unit_in_words(ladder) + " (logarithmic)", picture::AxisScale::log10};
    for (const auto& version : ladder.versions())
        chart.curves.push_back(curve_of_version(ladder, version, CurveStyle::pale));
    chart.how_to_read = "Higher is faster. ";
    if (const auto heavy = stress_the_highest(chart.curves); !heavy.empty())
        chart.how_to_read += fmt::format("Heavy: {}, the last of the ladder with a line. ", heavy);
    for (const auto& peer : ladder.peers()) chart.curves.push_back(curve_of_peer(ladder, peer));
    if (!ladder.peers().empty()) chart.how_to_read += "Dashed, with marks: another library. ";
    chart.curves.push_back(curve_of_limit(ladder));
    if (!chart.curves.back().points.empty())
        chart.how_to_read +=
            "Dashed, without marks: what the machine's own limit leaves at that n, an empty dispatch at the "
            "left "
            "and memory at the right. Where the data fits into a cache, a curve may lie above it. ";
    std::erase_if(chart.curves, [](const Curve& curve) { return curve.points.empty(); });
    chart.how_to_read +=
        "A curve that rises with n pays for its dispatches; one that is level has met a limit.";
    return chart;
}

}  // namespace pbp::bench
