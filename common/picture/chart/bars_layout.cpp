// SPDX-License-Identifier: MIT
#include "common/picture/chart/bars_layout.hpp"

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/style.hpp"

namespace pbp::picture {
namespace {

constexpr float row_height = 34, bar_height = 22, label_height = 18, label_gap = 8, apart = 14;

/// Whiskers far beyond all bars are clipped at the plot's edge.
AxisRange axis_of(const BarChart& chart) {
    double most = 0;
    for (const auto& bar : chart.bars) most = std::max(most, bar.value);
    for (const auto& line : chart.lines) most = std::max(most, line.value);
    std::vector<double> values{most};
    for (const auto& bar : chart.bars) values.push_back(std::min(bar.high, 1.25 * most));
    if (!chart.logarithmic) return {AxisScale::linear, values};
    for (const auto& bar : chart.bars)
        if (bar.value > 0) values.push_back(bar.value / 2);  // so that the shortest is a bar, too
    return {AxisScale::log10, values};
}

bool touch(const Rect& a, const Rect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// Places the labels of lines from the lowest row upwards, each in the first row where it touches no other.
std::vector<Rect> place_line_labels(const BarChart& chart, const BarLayout& layout) {
    std::vector<Rect> placed;
    const float least = layout.plot.x, most = static_cast<float>(layout.width) - style::margin;
    for (const auto& line : chart.lines) {
        const float width = text_width(line.label, style::label_size, Face::bold) + 8;
        const float x = std::clamp(layout.at(line.value) - width / 2, least, std::max(least, most - width));
        Rect box{x, layout.plot.y - 6 - label_height, width, label_height};
        while (std::ranges::any_of(placed, [&](const Rect& other) { return touch(box, other); }))
            box.y -= label_height;
        placed.push_back(box);
    }
    return placed;
}

}  // namespace

float BarLayout::at(double value) const {
    return plot.x + std::clamp(x.place(value).value_or(0), 0.0F, 1.0F) * plot.width;
}

BarLayout lay_out(const BarChart& chart, float header_height) {
    BarLayout layout{
        .plot = {}, .x = axis_of(chart), .bars = {}, .labels = {}, .inside = {}, .line_labels = {}};
    for (const auto& bar : chart.bars)
        layout.name_room = std::max(layout.name_room, text_width(bar.name, style::body_size, Face::bold));
    layout.name_room = std::min(std::ceil(layout.name_room), 340.0F);
    const float left = style::margin + layout.name_room + 12;
    const float right = static_cast<float>(layout.width) - style::margin - 12;
    const float above = 14 + label_height * static_cast<float>(chart.lines.size());
    layout.plot = {left, std::ceil(header_height + above), right - left,
                   row_height * static_cast<float>(std::max<std::size_t>(chart.bars.size(), 1)) + 8 +
                       apart * static_cast<float>(std::ranges::count(chart.bars, true, &Bar::apart))};
    float middle = layout.plot.y + 4 - row_height / 2;
    const float gap = label_gap + (chart.logarithmic ? dot_radius : 0);
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const auto& bar = chart.bars[i];
        const bool missing = !bar.missing.empty();
        middle += row_height + (bar.apart ? apart : 0);
        const float end = missing ? left : std::max(layout.at(bar.value), left + 1);
        layout.bars.push_back({left, middle - bar_height / 2, end - left, bar_height});
        const float wide = text_width(missing ? bar.missing : bar.label, style::label_size,
                                      missing ? Face::sans : Face::bold);
        Rect label{std::max(end, bar.low < bar.high ? layout.at(bar.high) : end) + gap,
                   middle - label_height / 2, wide, label_height};
        const bool crosses = std::ranges::any_of(chart.lines, [&](const BarLine& line) {
            const float x = layout.at(line.value);
            return x > label.x - 4 && x < label.x + wide + 4;
        });
        const bool fits = end - left > wide + 2 * label_gap;
        const bool in = !missing && fits && (crosses || label.x + wide > right);
        if (in)
            label.x = end - gap - wide;
        else
            label.x = std::max(left, std::min(label.x, static_cast<float>(layout.width) - 8 - wide));
        layout.labels.push_back(label);
        layout.inside.push_back(in);
    }
    layout.line_labels = place_line_labels(chart, layout);
    return layout;
}

}  // namespace pbp::picture
