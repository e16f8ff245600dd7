// SPDX-License-Identifier: MIT
#include "common/picture/chart.hpp"

#include <algorithm>
#include <cmath>

#include "common/picture/chart_layout.hpp"
#include "common/picture/chart_marks.hpp"
#include "common/picture/palette.hpp"
#include "common/picture/paragraph.hpp"
#include "common/picture/style.hpp"

namespace pbp::picture {
namespace {

/// Title and notes; gives the place below them.
float draw_header(Canvas& canvas, const Chart& chart, float width) {
    const float left = style::margin, room = width - 2 * style::margin;
    float y = paragraph(canvas, {left, 22}, chart.title, room, style::title_size, style::ink, Face::bold) + 4;
    for (const auto& note : chart.notes)
        y = paragraph(canvas, {left, y}, note, room, style::label_size, style::notice, Face::bold) + 4;
    return y;
}

void draw_axes(Canvas& canvas, const Chart& chart, const ChartLayout& layout) {
    const Rect& plot = layout.plot;
    const float bottom = plot.y + plot.height, right = plot.x + plot.width;
    for (const auto& tick : layout.y.ticks()) {
        const float y = std::round(layout.at(layout.x.low(), tick.value)->y);
        canvas.fill({plot.x, y, plot.width, 1}, mix(style::faint, style::paper, 0.45));
        canvas.text({plot.x - 10, y + 4}, tick.text, style::label_size, style::secondary, Align::right);
    }
    float free_from = 0;
    for (const auto& tick : layout.x.ticks()) {
        const float x = std::round(layout.at(tick.value, layout.y.high())->x);
        const float half = text_width(tick.text, style::label_size) / 2;
        canvas.fill({x, bottom, 1, 6}, style::secondary);
        if (x - half < free_from) continue;
        canvas.text({x, bottom + 21}, tick.text, style::label_size, style::secondary, Align::center);
        free_from = x + half + 8;
    }
    canvas.fill({plot.x, plot.y - 4, 1, plot.height + 5}, style::secondary);
    canvas.fill({plot.x, bottom, plot.width, 1}, style::secondary);
    canvas.text({style::margin, plot.y - 16}, chart.y.title, style::body_size, style::ink, Align::left,
                Face::bold);
    canvas.text({(plot.x + right) / 2, bottom + 44}, chart.x.title, style::body_size, style::ink,
                Align::center, Face::bold);
}

void draw_curve(Canvas& canvas, const Curve& curve, const ChartLayout& layout, std::size_t id) {
    const Color color = curve_color(id);
    std::optional<Point> before;
    for (const auto& point : curve.points) {
        const auto at = layout.at(point.x, point.y);
        if (before && at) canvas.line(*before, *at, mix(color, style::paper, 0.25), 2);
        before = at;
        if (point.low >= point.high) continue;
        const auto low = layout.at(point.x, point.low), high = layout.at(point.x, point.high);
        if (low && high) canvas.line(*high, *low, color, 1.5F);
    }
    for (const auto& point : curve.points)
        if (const auto at = layout.at(point.x, point.y)) draw_mark(canvas, *at, id);
}

/// Rings and their words over all curves, on paper of their own, so that no line runs through them.
void draw_best(Canvas& canvas, const Curve& curve, const ChartLayout& layout) {
    for (const auto& point : curve.points) {
        const auto at = layout.at(point.x, point.y);
        if (!point.best || !at) continue;
        canvas.ring(*at, 10, style::ink, 2);
        if (point.label.empty()) continue;
        const float width = text_width(point.label, style::label_size, Face::bold), half = width / 2 + 4;
        const float x = std::clamp(at->x, layout.plot.x + half, layout.plot.x + layout.plot.width - half);
        const float y = at->y - 18 < layout.plot.y + 8 ? at->y + 28 : at->y - 18;
        canvas.fill({x - half, y - 13, width + 8, 18}, style::paper);
        canvas.text({x, y}, point.label, style::label_size, style::ink, Align::center, Face::bold);
    }
}

void draw_names(Canvas& canvas, const Chart& chart, const ChartLayout& layout) {
    const auto heights = layout.name_heights(chart);
    const float x = layout.plot.x + layout.plot.width + 22;
    for (std::size_t i = 0; i < chart.curves.size(); ++i) {
        if (!heights[i]) continue;
        std::optional<Point> end;
        for (const auto& point : chart.curves[i].points)
            if (const auto at = layout.at(point.x, point.y)) end = at;
        canvas.line({end->x + 9, end->y}, {x - 11, *heights[i]}, style::faint, 1);
        draw_mark(canvas, {x - 3, *heights[i]}, i);
        const float room = static_cast<float>(layout.width) - style::margin - x - 8;
        canvas.text({x + 8, *heights[i] + 4},
                    shortened(chart.curves[i].name, room, style::label_size, Face::bold), style::label_size,
                    curve_color(i), Align::left, Face::bold);
    }
}

}  // namespace

Canvas draw(const Chart& chart) {
    Canvas measure(1, 1, style::paper);
    ChartLayout layout = lay_out(chart, 0);
    const auto width = static_cast<float>(layout.width);
    layout = lay_out(chart, draw_header(measure, chart, width));
    const float below = layout.plot.y + layout.plot.height + 62;
    const auto footer = [&](Canvas& canvas) {
        return paragraph(canvas, {style::margin, below}, chart.how_to_read,
                         std::min(width - 2 * style::margin, 900.0F), style::body_size, style::secondary) +
               16;
    };
    Canvas canvas(layout.width, static_cast<int>(std::ceil(footer(measure))), style::paper);
    draw_header(canvas, chart, width);
    draw_axes(canvas, chart, layout);
    for (std::size_t i = 0; i < chart.curves.size(); ++i) draw_curve(canvas, chart.curves[i], layout, i);
    for (const auto& curve : chart.curves) draw_best(canvas, curve, layout);
    draw_names(canvas, chart, layout);
    footer(canvas);
    return canvas;
}

}  // namespace pbp::picture
