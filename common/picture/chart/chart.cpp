// SPDX-License-Identifier: MIT
#include "common/picture/chart/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/chart/chart_frame.hpp"
#include "common/picture/chart/chart_layout.hpp"

namespace pbp::picture {
namespace {

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

bool of_another_kind(const Curve& curve) {
    return curve.style == CurveStyle::dashed || curve.style == CurveStyle::bound;
}

Color color_of(const Chart& chart, std::size_t id) {
    const auto kind = chart.curves[id].style;
    return kind == CurveStyle::bound || kind == CurveStyle::path ? style::secondary
           : kind == CurveStyle::dashed                          ? other_kind
                                                                 : curve_color(id);
}

double paler_by(CurveStyle kind) {
    return kind == CurveStyle::pale ? 0.5 : kind == CurveStyle::solid ? 0.25 : 0;
}

void draw_mark_of(Canvas& canvas, const Chart& chart, Point at, std::size_t id) {
    const auto kind = chart.curves[id].style;
    if (kind == CurveStyle::bound || kind == CurveStyle::path) return;
    if (kind != CurveStyle::dashed) return draw_mark(canvas, at, id);
    const auto before =
        std::ranges::count(chart.curves.begin(), chart.curves.begin() + static_cast<std::ptrdiff_t>(id),
                           CurveStyle::dashed, &Curve::style);
    draw_open_mark(canvas, at, static_cast<std::size_t>(before));
}

/// Arrows between marks, where these leave room; bent where another mark is in the way.
void draw_arrows(Canvas& canvas, std::span<const Point> points, Color color) {
    constexpr float mark = 8;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point a = points[i - 1], b = points[i];
        const float length = std::hypot(b.x - a.x, b.y - a.y), x = (b.x - a.x) / length,
                    y = (b.y - a.y) / length;
        if (length <= 2 * mark) continue;
        const bool in_the_way = std::ranges::any_of(points, [&](const Point& c) {
            const float along = (c.x - a.x) * x + (c.y - a.y) * y, aside = (c.y - a.y) * x - (c.x - a.x) * y;
            return along > mark && along < length - mark && std::abs(aside) < mark;
        });
        if (in_the_way && length <= 8 * mark) continue;  // no room to go around
        const float bend = in_the_way ? 4 * mark : 0;
        const auto at = [&](float share) {  // from mark to mark
            const float along = mark + share * (length - 2 * mark),
                        aside = bend * std::sin(3.14159F * along / length);
            return Point{a.x + x * along - y * aside, a.y + y * along + x * aside};
        };
        constexpr int pieces = 24;
        for (int k = 0; bend > 0 && k < pieces - 1; ++k)
            canvas.line(at(static_cast<float>(k) / pieces), at(static_cast<float>(k + 1) / pieces), color, 1);
        canvas.arrow(at(bend > 0 ? 1 - 1.0F / pieces : 0), at(1), color, 1, 6);
    }
}

/// Joins points with no gap between them.
void draw_line(Canvas& canvas, const Curve& curve, std::span<const Point> points, Color color) {
    const float thickness = curve.style == CurveStyle::stressed ? 3.5F
                            : curve.style == CurveStyle::pale   ? 1.5F
                                                                : 2;
    if (of_another_kind(curve)) return draw_dashes(canvas, points, color, thickness);
    if (curve.style == CurveStyle::path) return draw_arrows(canvas, points, color);
    for (std::size_t i = 1; i < points.size(); ++i) canvas.line(points[i - 1], points[i], color, thickness);
}

void draw_curve(Canvas& canvas, const Chart& chart, const ChartLayout& layout, std::size_t id) {
    const Curve& curve = chart.curves[id];
    const Color line = mix(color_of(chart, id), style::paper, paler_by(curve.style));
    std::vector<Point> joined;
    for (const auto& point : curve.points) {
        const auto at = layout.at(point.x, point.y);
        if (at) joined.push_back(*at);
        if (at && &point != &curve.points.back()) continue;
        draw_line(canvas, curve, joined, line);
        joined.clear();
    }
}

/// Marks over all curves, with their whiskers.
void draw_marks(Canvas& canvas, const Chart& chart, const ChartLayout& layout, const Marks& marks) {
    for (std::size_t id = 0; id < chart.curves.size(); ++id)
        for (std::size_t k = 0; k < marks[id].size(); ++k) {
            if (!marks[id][k]) continue;
            const auto& [x, y, low, high, best, label] = chart.curves[id].points[k];
            const auto bottom = layout.at(x, low), top = layout.at(x, high);
            const Point at = *marks[id][k];
            if (low < high && bottom && top)
                canvas.line({at.x, top->y}, {at.x, bottom->y}, color_of(chart, id), 1.5F);
            draw_mark_of(canvas, chart, at, id);
        }
}

/// Rings and their labels over all curves, on a background of their own, so that no line runs through them.
void draw_best(Canvas& canvas, const Curve& curve, const ChartLayout& layout,
               const std::vector<std::optional<Point>>& marks) {
    for (std::size_t k = 0; k < marks.size(); ++k) {
        const auto& point = curve.points[k];
        const auto& at = marks[k];
        if (at && !point.best && curve.style == CurveStyle::bound)  // above the line
            canvas.text({at->x, at->y - 9}, point.label, style::label_size, style::secondary, Align::right,
                        Face::bold);
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
        if (end->x > x - 42)  // dots, unlike any curve; across the plot they would look like a forecast
            draw_dashes(canvas, std::array{Point{end->x + 9, end->y}, Point{x - 14, *heights[i]}},
                        style::secondary, 1, 1, 5);
        draw_mark_of(canvas, chart, {x - 3, *heights[i]}, i);
        float at = x + 8;
        for (const auto other : chart.curves[i].also) {
            draw_mark_of(canvas, chart, {at + 4, *heights[i]}, other);
            at += 15;
        }
        if (chart.curves[i].style == CurveStyle::bound)  // it has no mark: a piece of its line
            draw_dashes(canvas, std::array{Point{x - 11, *heights[i]}, Point{x + 5, *heights[i]}},
                        color_of(chart, i), 2);
        const float room = static_cast<float>(layout.width) - style::margin - at;
        canvas.text({at, *heights[i] + 4},
                    shortened(chart.curves[i].name, room, style::label_size, Face::bold), style::label_size,
                    style::ink, Align::left, Face::bold);
    }
}

}  // namespace

Canvas draw(const Chart& chart) {
    Canvas measure(1, 1, style::paper);
    ChartLayout layout = lay_out(chart, 0);
    const auto width = static_cast<float>(layout.width);
    layout = lay_out(chart, draw_header(measure, chart.title, chart.notes, width));
    Canvas canvas = canvas_with(chart.how_to_read, layout.plot.y + layout.plot.height + 62, width);
    draw_header(canvas, chart.title, chart.notes, width);
    draw_axes(canvas, chart, layout);
    for (std::size_t i = 0; i < chart.curves.size(); ++i) draw_curve(canvas, chart, layout, i);
    const auto marks = layout.marks(chart);
    draw_marks(canvas, chart, layout, marks);
    for (std::size_t i = 0; i < marks.size(); ++i) draw_best(canvas, chart.curves[i], layout, marks[i]);
    draw_names(canvas, chart, layout);
    return canvas;
}

}  // namespace pbp::picture
