// SPDX-License-Identifier: MIT
#include "common/picture/strip/strip.hpp"

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/strip/strip_layout.hpp"

namespace pbp::picture {
namespace {

/// Title, scale, what is left out, the legend; returns the position below them.
float draw_header(Canvas& canvas, const Strip& strip, const StripLayout& layout) {
    const float left = style::margin, right = static_cast<float>(layout.width) - style::margin;
    float y =
        paragraph(canvas, {left, 22}, strip.title, right - left, style::title_size, style::ink, Face::bold) +
        6;
    layout.scale.draw(canvas, {left, y}, strip.value_name);
    y += 26;
    for (const std::string& note : layout.notes) {
        y = paragraph(canvas, {left, y}, note, right - left, style::label_size, style::notice, Face::bold) +
            4;
    }
    std::vector<const record::Pass*> rows;
    for (const std::size_t row : layout.rows) rows.push_back(&strip.rows[row]);
    auto items = link_legend(layout.plans);
    for (auto& item : cell_legend(rows, layout.elements, strip.wrong_means)) items.push_back(std::move(item));
    return items.empty() ? y + 4 : draw_legend(canvas, {left, y + 2}, right, items) + 12;
}

/// Element numbers above the first row, as many as fit: every one, every 2nd, every 4th, ...
void draw_ruler(Canvas& canvas, const StripLayout& layout) {
    if (layout.elements == 0 || layout.tops.empty()) return;
    const Columns& columns = layout.columns;
    const float top = layout.tops.front();
    const float widest = text_width(std::to_string(columns.first + layout.elements), style::ruler_size);
    std::uint32_t step = 1;
    while (static_cast<float>(step) * columns.cell_width < widest + 6) step *= 2;
    canvas.text({columns.left - 14, top - 9}, "element", style::ruler_size, style::secondary, Align::right);
    for (std::uint32_t i = (step - columns.first % step) % step; i < layout.elements; i += step) {
        const float x = columns.middle(i);
        canvas.text({x, top - 9}, std::to_string(columns.first + i), style::ruler_size, style::secondary,
                    Align::center);
        if (step > 1) canvas.fill({std::floor(x), top - 6, 1, 4}, style::faint);
    }
}

/// A line between groups, through the rows that extend past it.
void draw_dividers(Canvas& canvas, const Strip& strip, const StripLayout& layout) {
    const Columns& columns = layout.columns;
    const auto reaches = [&](std::size_t shown, std::uint32_t i) {
        if (shown >= layout.tops.size() || layout.rows[shown] < strip.ungrouped) return false;
        const record::Pass& row = strip.rows[layout.rows[shown]];
        return !row.undivided && row.values.size() > i;
    };
    for (std::uint32_t i = 1; i < layout.elements; ++i) {
        if (!columns.begins_group(i)) continue;
        const float x = std::round((columns.cell_end(i - 1) + columns.begin(i)) / 2);
        for (std::size_t from = 0; from < layout.tops.size(); ++from) {
            if (!reaches(from, i)) continue;
            std::size_t last = from;
            while (reaches(last + 1, i)) ++last;
            const float top = layout.tops[from] - 6, bottom = layout.tops[last] + layout.cell_height + 6;
            canvas.fill({x - 1, top, 2, bottom - top}, mix(style::secondary, style::paper, 0.3));
            from = last;
        }
    }
}

void draw_row(Canvas& canvas, const Strip& strip, const StripLayout& layout, std::size_t shown) {
    const record::Pass& row = strip.rows[layout.rows[shown]];
    const float baseline = layout.tops[shown] + layout.cell_height / 2 + 4;
    canvas.text({layout.columns.left - 14, baseline},
                shortened(row.label(), layout.label_width, style::label_size), style::label_size, style::ink,
                Align::right);
    const auto count = std::min<std::size_t>(layout.elements, row.values.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const CellMark mark = row.mark(i);
        draw_cell(canvas, layout.cell(shown, i), row.values[i], mark, layout.scale, layout.numbers.size);
    }
    for (std::uint32_t i = 0; i < std::min(count, row.marks.size()); ++i) {
        if (row.marks[i] == CellMark::wrong) draw_wrong(canvas, layout.cell(shown, i));
    }
}

/// Dots between two shown rows if others between them are left out.
void draw_break(Canvas& canvas, const StripLayout& layout, std::size_t shown) {
    if (layout.rows[shown] == layout.rows[shown - 1] + 1) return;
    const float y = layout.tops[shown] - 6, x = layout.columns.left - 24;
    for (const float dot : {-4.0F, 0.0F, 4.0F}) canvas.disc({x, y + dot}, 1.1F, style::notice);
}

float draw_footer(Canvas& canvas, const Strip& strip, const StripLayout& layout) {
    const float room = std::min(static_cast<float>(layout.width) - 2 * style::margin, 900.0F);
    float y = layout.bottom + 18;
    if (!strip.how_to_read.empty()) {
        y = paragraph(canvas, {style::margin, y}, strip.how_to_read, room, style::body_size,
                      style::secondary);
    }
    return y + 16;
}

}  // namespace

Canvas draw(const Strip& strip, const StripLimits& limits) {
    // The header's height depends on the layout's width and legends, and the rows' positions on that height:
    // header and footer are measured by drawing them on a one-pixel canvas.
    Canvas measure(1, 1, style::paper);
    StripLayout layout = lay_out(strip, limits, 120);
    layout = lay_out(strip, limits, draw_header(measure, strip, layout));
    const float bottom = draw_footer(measure, strip, layout);

    Canvas canvas(layout.width, static_cast<int>(std::ceil(bottom)), style::paper);
    draw_header(canvas, strip, layout);
    draw_ruler(canvas, layout);
    draw_dividers(canvas, strip, layout);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) draw_row(canvas, strip, layout, i);
    for (std::size_t i = 1; i < layout.rows.size(); ++i) {
        draw_break(canvas, layout, i);
        draw_links(canvas, layout.plans[i], layout.columns, layout.tops[i - 1] + layout.cell_height,
                   layout.tops[i], layout.cell_height);
    }
    draw_footer(canvas, strip, layout);
    return canvas;
}

}  // namespace pbp::picture
