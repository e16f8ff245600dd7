// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "common/modes/bench/names.hpp"
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

/// Makes the curves of the two highest versions that have a line heavy, and says so.
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
    if (names.empty()) return "";
    return fmt::format("Heavy: {} measured at several n. ",
                       left == 0 ? names + ", the last two versions" : names + ", the last version");
}

/// A forecast, not what others took there, decides whether a version is timed.
const std::string too_long =
    "left out, as smaller n forecast runs of several seconds; those drawn there were forecast to take less";

/// Why curves end early, or are not there, in words.
std::string ends(const Ladder& ladder, const std::vector<Curve>& curves) {
    std::map<std::string, std::vector<std::string>> why, why_absent;
    const auto largest = ladder.sizes().empty() ? 0 : ladder.sizes().back();
    for (const auto& curve : curves)
        if (const Row* row = ladder.row(curve.name, largest);
            row != nullptr && ladder.timed(curve.name, largest) == nullptr) {
            const auto reason = ladder.missing(curve.name, largest);
            const bool forecast = reason.find("would take about") != reason.npos;
            (curve.points.empty() ? why_absent : why)[forecast ? too_long : reason].push_back(
                short_name(curve.name));
        }
    std::string words;
    for (const auto& [reason, names] : why_absent)
        words += fmt::format("{}{} ({})", words.empty() ? "Not in this chart: " : "; ",
                             fmt::join(names, ", "), reason);
    if (!words.empty()) words += ". ";
    for (const auto& [reason, names] : why)
        words += fmt::format("{} not at {}: {}. ", fmt::join(names, ", "), size_name(largest), reason);
    return words;
}

/// True if the chart joins one of its points with none.
bool has_a_lone_mark(const Curve& curve) {
    const auto there = [&](std::size_t i) { return i < curve.points.size() && curve.points[i].y > 0; };
    for (std::size_t i = 0; i < curve.points.size(); ++i)
        if (there(i) && !there(i + 1) && (i == 0 || !there(i - 1))) return true;
    return false;
}

/// What the shapes of the curves mean, as far as they occur.
std::string shapes(const std::vector<Curve>& curves, bool software) {
    bool falls = false, alone = false;
    for (const auto& curve : curves) {
        double most = 0;
        for (const auto& point : curve.points) most = std::max(most, point.y);
        falls = falls || (curve.style != CurveStyle::bound && !curve.points.empty() &&
                          curve.points.back().y < 0.9 * most);
        alone = alone || has_a_lone_mark(curve);
    }
    std::string words = alone ? "A mark without a line: not measured at the n beside it. " : "";
    if (software) return words;  // what else the machine does bends these curves
    words +=
        "Where a curve rises, starting the dispatches still counts; where it is level, it has met a limit";
    words +=
        falls ? "; where it falls, something costs more per element, such as data that no cache holds." : ".";
    return words;
}

Curve curve_of_limit(const Ladder& ladder) {
    Curve curve = curve_of(ladder, "limit", CurveStyle::bound, [&](std::uint64_t n) {
        const Row& row = *ladder.bounding(n);
        const double least = ladder.least_us(row);
        return least > 0 ? ladder.speed(row, least) : 0;
    });
    if (!curve.points.empty())
        curve.name += ": " + ladder.what_limits(*ladder.bounding(ladder.sizes().back()));
    return curve;
}

/// What the dashed curve of the limit is, and why another may lie above it.
std::string limit_in_words(const Ladder& ladder) {
    const auto largest = ladder.sizes().back();
    const bool reads = ladder.what_limits(*ladder.bounding(largest)) == "read";
    std::string words = fmt::format(
        "Dashed, without marks: the limit, a plain {} on this machine, or an empty dispatch where that takes "
        "longer. Data in a cache may beat it{}",
        reads ? "read" : "copy",
        any_named(ladder.peers(), ", graph") ? ", and so may a graph, which starts faster" : "");
    if (const auto& at = ladder.report().bounds.sizes; !at.empty() && largest > at.back().n)
        words += fmt::format("; beyond {0} the line keeps the speed of {0}, which a longer run may beat",
                             size_name(at.back().n));
    return words + ". ";
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
    chart.how_to_read += stress_the_highest(chart.curves) + ends(ladder, chart.curves);
    for (const auto& peer : ladder.peers()) chart.curves.push_back(curve_of_peer(ladder, peer));
    if (!ladder.peers().empty())
        chart.how_to_read += "Dashed, with marks: another library." + peers_in_words(ladder.peers()) + " ";
    chart.curves.push_back(curve_of_limit(ladder));
    if (!chart.curves.back().points.empty()) chart.how_to_read += limit_in_words(ladder);
    std::erase_if(chart.curves, [](const Curve& curve) { return curve.points.empty(); });
    chart.how_to_read += shapes(chart.curves, ladder.report().software);
    return chart;
}

}  // namespace pbp::bench
