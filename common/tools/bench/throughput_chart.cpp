// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "common/modes/bench/names.hpp"
#include "common/tools/bench/charts.hpp"
#include "common/tools/bench/sizes.hpp"

namespace pbp::bench {
namespace {

using picture::ChartPoint;
using picture::Curve;
using picture::CurveStyle;

constexpr double near = 0.98;  ///< of a speed: what a chart cannot tell apart

/// A curve with a gap wherever `speed_at` is 0.
template <typename SpeedAt>
Curve curve_of(const Ladder& ladder, const std::string& name, CurveStyle style, SpeedAt speed_at) {
    Curve curve{name, {}, style};
    for (const auto n : ladder.sizes()) {
        curve.points.push_back(speed_at(n));
        curve.points.back().x = static_cast<double>(n);
    }
    while (!curve.points.empty() && curve.points.back().y == 0) curve.points.pop_back();
    return curve;
}

Curve curve_of_version(const Ladder& ladder, const std::string& version, CurveStyle style) {
    return curve_of(ladder, version, style, [&](std::uint64_t n) {
        const Row* row = ladder.timed(version, n);
        return row == nullptr ? ChartPoint{} : speed_of(ladder, *row, row->hot);
    });
}

Curve curve_of_peer(const Ladder& ladder, const std::string& peer) {
    return curve_of(ladder, peer, CurveStyle::dashed, [&](std::uint64_t n) {
        const auto beside = ladder.beside(peer, n);
        return beside.peer == nullptr ? ChartPoint{} : speed_of(ladder, *beside.row, beside.peer->hot);
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
    const bool all = std::ranges::all_of(
        curves, [](const Curve& curve) { return curve.points.empty() || has_a_line(curve); });
    std::string names;
    int left = 2;
    for (auto curve = curves.rbegin(); curve != curves.rend() && left > 0; ++curve) {
        if (!has_a_line(*curve)) continue;
        curve->style = CurveStyle::stressed;
        const auto name = short_name(curve->name);
        names = names.empty() ? name : name + " and " + names;
        --left;
    }
    const char* which = left > 0 ? "version" : "two versions";
    return names.empty() ? ""
                         : fmt::format("Heavy: the last {}{}, {}. ", which, all ? "" : " with a line", names);
}

/// Why curves end early, are points, or are not there, in words.
std::string ends(const Ladder& ladder, const std::vector<Curve>& curves) {
    std::map<std::string, std::vector<std::string>> why, why_absent;
    std::map<std::string, std::vector<std::string>> points;  // measured where no two can be joined
    const auto largest = ladder.sizes().empty() ? 0 : ladder.sizes().back();
    for (const auto& curve : curves) {
        const bool is_timed = ladder.timed(curve.name, largest) != nullptr;
        if (ladder.row(curve.name, largest) != nullptr && !is_timed) {
            auto reason = ladder.missing(curve.name, largest);
            if (reason.find("would take about") != reason.npos)
                reason = fmt::format("{} runs would take more than {} s, judging by smaller n",
                                     Forecast::runs_to_fit, Forecast::most_s);
            (curve.points.empty() ? why_absent : why)[reason].push_back(short_name(curve.name));
        } else if (!curve.points.empty() && !has_a_line(curve)) {
            std::vector<std::string> at;
            for (const auto& one : curve.points)
                if (one.y > 0) at.push_back(size_name(static_cast<std::uint64_t>(one.x)));
            points[fmt::format("{}", fmt::join(at, " and "))].push_back(short_name(curve.name));
        }
    }
    std::string words;
    for (const auto& [reason, names] : why_absent)
        words += fmt::format("{}{} ({})", words.empty() ? "Not in this chart: " : "; ",
                             fmt::join(names, ", "), reason);
    if (!words.empty()) words += ". ";
    for (const auto& [at, names] : points)
        words += fmt::format("Measured at {} only: {}. ", at, fmt::join(names, ", "));
    for (const auto& [reason, names] : why)
        words += fmt::format("{} not at {}: {}. ", fmt::join(names, ", "), size_name(largest), reason);
    return words;
}

/// Curves that end at the same n within 2 % of the next have one name: their full names, if there is room.
void name_together(std::vector<Curve>& curves) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < curves.size(); ++i)
        if (curves[i].style == CurveStyle::pale || curves[i].style == CurveStyle::stressed)
            order.push_back(i);
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) {
        return std::pair{curves[i].points.back().x, curves[i].points.back().y};
    });
    std::size_t first = 0;
    std::string brief, full;
    for (std::size_t k = 1; k < order.size(); ++k) {
        const auto &above = curves[order[k - 1]].points.back(), &here = curves[order[k]].points.back();
        if (here.x != above.x || here.y < near * above.y) first = k;
        if (first == k) continue;
        auto &one = curves[order[first]], &other = curves[order[k]];
        if (one.also.empty()) brief = short_name(one.name), full = one.name;
        brief += ", " + short_name(other.name), full += ", " + other.name;
        one.name = full.size() <= 36 ? full : brief;
        one.also.push_back(order[k]);
        other.name.clear();
    }
}

/// Of the peers that do the same work, by calls and as graphs, the one that is fastest where the bench ends.
std::vector<std::string> best_peers(const Ladder& ladder) {
    std::map<std::pair<bool, std::uint64_t>, std::pair<double, std::string>> best;
    for (const auto& peer : ladder.peers()) {
        const auto curve = curve_of_peer(ladder, peer);
        if (curve.points.empty()) continue;
        const auto& end = curve.points.back();
        const Work& work = ladder.beside(peer, static_cast<std::uint64_t>(end.x)).row->work;
        auto& one = best[{any_named({peer}, ", graph"), work.bytes_read + work.bytes_written}];
        one = std::max(one, std::pair{end.y, peer});
    }
    auto peers = ladder.peers();
    std::erase_if(peers, [&](const auto& peer) {
        return std::ranges::none_of(best, [&](const auto& one) { return one.second.second == peer; });
    });
    return peers;
}

/// The limit of versions that move equally many bytes per key.
Curve curve_of_limit(const Ladder& ladder, const std::vector<std::string>& of, const std::string& name) {
    const Row* last = nullptr;
    Curve curve = curve_of(ladder, name, CurveStyle::bound, [&](std::uint64_t n) {
        const Row* row = nullptr;
        for (const auto& version : of)
            if (const Row* timed = ladder.timed(version, n)) row = timed;
        const auto& measured = ladder.report().bounds.sizes;
        const double least =
            row == nullptr || (!measured.empty() && n > measured.back().n) ? 0 : ladder.least_us(*row);
        if (least <= 0) return ChartPoint{};
        last = row;
        return ChartPoint{0, ladder.speed(*row, least)};
    });
    if (last != nullptr) curve.name += ": " + ladder.what_limits(*last);
    return curve;
}

/// Draws the limits, and says what they are.
std::string add_limits(picture::Chart& chart, const Ladder& ladder, bool graphs) {
    std::vector<std::string> own, others;
    for (const auto& version : ladder.versions()) {
        const bool has_own = std::ranges::any_of(ladder.sizes(), [&](std::uint64_t n) {
            return ladder.timed(version, n) != nullptr && ladder.has_own_limit(*ladder.timed(version, n));
        });
        (has_own ? own : others).push_back(version);
    }
    for (auto& version : own)
        chart.curves.push_back(curve_of_limit(ladder, {version}, "limit of " + short_name(version)));
    chart.curves.push_back(curve_of_limit(ladder, others, own.empty() ? "limit" : "limit of the others"));
    const auto& last = chart.curves.back();
    if (last.points.empty()) return "";
    const auto ends = static_cast<std::uint64_t>(last.points.back().x);
    return fmt::format(
        "Grey, often under others: the limit{}, the longer of a plain {} and an empty dispatch{}; a cache{} "
        "may "
        "beat {}.",
        own.empty() ? "" : "s", last.name.ends_with("read") ? "read" : "copy",
        ends < ladder.sizes().back() ? ", drawn up to " + size_name(ends) : "",
        fmt::format("{}{}", graphs ? " or a graph" : "",
                    ends < ladder.sizes().back() ? ", or more elements than that," : ""),
        own.empty() ? "it" : "them");
}

/// Where peers do different work: which version each is compared with, and the result where that ends.
std::string against_peers(const Ladder& ladder, std::vector<std::string> peers) {
    std::erase_if(peers, [](const auto& peer) { return any_named({peer}, ", graph"); });
    std::string words;
    for (const auto& peer : peers) {
        const double n = curve_of_peer(ladder, peer).points.back().x;
        const auto [row, other] = ladder.beside(peer, static_cast<std::uint64_t>(n));
        words += against_in_words(*row, *other);
    }
    return peers.size() < 2 ? "" : words;
}

}  // namespace

std::string fastest_at(const Ladder& ladder, std::uint64_t n) {
    std::vector<const Row*> same;
    for (const auto& version : ladder.versions())
        if (const Row* row = ladder.timed(version, n);
            row != nullptr && ladder.same_work(row->work, ladder.bounding(n)->work))
            same.push_back(row);
    return fastest_in_words(same, ladder.report().software);
}

picture::Chart throughput_chart(const Ladder& ladder) {
    picture::Chart chart;
    chart.title = chart_title(ladder, "speed over the number of elements");
    chart.notes = chart_notes(ladder);
    chart.x = {"elements (logarithmic)", picture::AxisScale::log2};
    chart.y = {unit_in_words(ladder) + " (logarithmic)", picture::AxisScale::log10};
    for (const auto& version : ladder.versions())
        chart.curves.push_back(curve_of_version(ladder, version, CurveStyle::pale));
    chart.how_to_read = "Higher is faster. " +
                        (ladder.sizes().empty() ? "" : fastest_at(ladder, ladder.sizes().back())) +
                        other_tasks_in_words(ladder.report(), ladder.lesson(), ladder.counts_keys()) +
                        stress_the_highest(chart.curves) + ends(ladder, chart.curves);
    const auto peers = best_peers(ladder);
    for (const auto& peer : peers) chart.curves.push_back(curve_of_peer(ladder, peer));
    if (!peers.empty())
        chart.how_to_read += fmt::format("Red, dashed: {}{}.{} ", library_of(peers),
                                         peers.size() < ladder.peers().size()
                                             ? ", of functions with equal bytes the fastest at the end"
                                             : "",
                                         peers_in_words(peers));
    chart.how_to_read +=
        against_peers(ladder, peers) +
        "Vertical whiskers span the middle half of the runs, where that is more than a mark. A mark that "
        "another would cover is beside that one, at its own height. Dotted: from a curve's end to its "
        "name, where they are apart. " +
        add_limits(chart, ladder, any_named(peers, ", graph"));
    std::erase_if(chart.curves, [](const Curve& curve) { return curve.points.empty(); });
    name_together(chart.curves);
    return chart;
}

}  // namespace pbp::bench
