// SPDX-License-Identifier: MIT
#include "common/picture/chart/bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/chart/bars_layout.hpp"
#include "common/picture/chart/chart_frame.hpp"

namespace pbp::picture {
namespace {

// From Okabe and Ito's palette. The three also differ in lightness and pattern.
constexpr Color plain{0x8C, 0xC8, 0xEE}, dark{0x00, 0x5A, 0x8E}, other{0xD5, 0x5E, 0x00};

/// On an axis without a zero, from which a bar would have no length.
void draw_dot(Canvas& canvas, const Bar& bar, Point at) {
    if (bar.style == BarStyle::striped) {
        canvas.disc(at, dot_radius, style::paper);
        canvas.ring(at, dot_radius, other, 2.5F);
    } else
        canvas.disc(at, dot_radius, bar.style == BarStyle::stressed ? dark : plain);
}

/// Slanted stripes in a frame.
void draw_stripes(Canvas& canvas, const Rect& box) {
    constexpr float apart = 9;
    for (float x = box.x - box.height; x < box.x + box.width; x += apart) {
        // From (x, bottom) up to the right, clipped to the box.
        const float from = std::max(0.0F, box.x - x), to = std::min(box.height, box.x + box.width - x);
        if (from < to)
            canvas.line({x + from, box.y + box.height - from}, {x + to, box.y + box.height - to}, other,
                        2.5F);
    }
    canvas.frame(box, other, 2);
}

void draw_bar(Canvas& canvas, const BarChart& chart, const BarLayout& layout, std::size_t i) {
    const Bar& bar = chart.bars[i];
    const Rect& box = layout.bars[i];
    const float middle = box.y + box.height / 2;
    canvas.text({layout.plot.x - 12, middle + 5},
                shortened(bar.name, layout.name_room, style::body_size, Face::bold), style::body_size,
                style::ink, Align::right, bar.style == BarStyle::stressed ? Face::bold : Face::sans);
    if (!bar.missing.empty()) return;
    const Point end{box.x + box.width, middle};
    if (!chart.logarithmic && bar.style == BarStyle::striped)
        draw_stripes(canvas, box);
    else if (!chart.logarithmic)
        canvas.fill(box, bar.style == BarStyle::stressed ? dark : plain);
    if (bar.low < bar.high) {
        const float low = layout.at(bar.low), high = layout.at(bar.high);
        canvas.line({low, middle}, {high, middle}, style::ink, 1.5F);
        for (const float x : {low, high}) canvas.line({x, middle - 4}, {x, middle + 4}, style::ink, 1.5F);
    }
    if (chart.logarithmic) draw_dot(canvas, bar, end);
}

void draw_label(Canvas& canvas, const BarChart& chart, const BarLayout& layout, std::size_t i) {
    const Bar& bar = chart.bars[i];
    const Rect& box = layout.labels[i];
    const float baseline = box.y + box.height / 2 + 4;
    if (!bar.missing.empty())
        return canvas.text({box.x, baseline}, bar.missing, style::label_size, style::secondary);
    const bool inside = layout.inside[i] && !chart.logarithmic;
    const Color ground = inside && bar.style == BarStyle::stressed ? dark
                         : inside && bar.style == BarStyle::solid  ? plain
                                                                   : style::paper;
    canvas.fill({box.x - 4, box.y + 1, box.width + 8, box.height - 2}, ground);  // over whiskers and lines
    canvas.text({box.x, baseline}, bar.label, style::label_size, ink_on(ground), Align::left, Face::bold);
}

void draw_axis(Canvas& canvas, const BarChart& chart, const BarLayout& layout) {
    const Rect& plot = layout.plot;
    const float bottom = plot.y + plot.height;
    for (const auto& tick : layout.x.ticks()) {
        const float x = std::round(layout.at(tick.value));
        canvas.fill({x, plot.y, 1, plot.height}, mix(style::faint, style::paper, 0.45));
        canvas.text({x, bottom + 18}, tick.text, style::label_size, style::secondary, Align::center);
    }
    canvas.fill({plot.x, bottom, plot.width, 1}, style::secondary);
    canvas.text({plot.x + plot.width / 2, bottom + 42}, chart.x_title, style::body_size, style::ink,
                Align::center, Face::bold);
}

void draw_lines(Canvas& canvas, const BarChart& chart, const BarLayout& layout) {
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const Rect& label = layout.line_labels[i];
        const float x = std::round(layout.at(chart.lines[i].value));
        draw_dashes(
            canvas,
            std::array{Point{x, label.y + label.height}, Point{x, layout.plot.y + layout.plot.height}},
            style::ink, 2);
        canvas.text({label.x + 4, label.y + label.height - 5}, chart.lines[i].label, style::label_size,
                    style::ink, Align::left, Face::bold);
    }
}

}  // namespace

Canvas draw(const BarChart& chart) {
    Canvas measure(1, 1, style::paper);
    const auto width = static_cast<float>(lay_out(chart, 0).width);
    const auto layout = lay_out(chart, draw_header(measure, chart.title, chart.notes, width));
    Canvas canvas = canvas_with(chart.how_to_read, layout.plot.y + layout.plot.height + 58, width);
    draw_header(canvas, chart.title, chart.notes, width);
    draw_axis(canvas, chart, layout);
    for (std::size_t i = 0; i < chart.bars.size(); ++i) draw_bar(canvas, chart, layout, i);
    draw_lines(canvas, chart, layout);
    for (std::size_t i = 0; i < chart.bars.size(); ++i) draw_label(canvas, chart, layout, i);
    canvas.fill({layout.plot.x, layout.plot.y, 1, layout.plot.height}, style::secondary);
    return canvas;
}

}  // namespace pbp::picture
