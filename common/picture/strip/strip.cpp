// SPDX-License-Identifier: MIT
#include "common/picture/strip/strip.hpp"

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/strip/strip_layout.hpp"

namespace pbp::picture {
namespace {

/// Which cells of a shown row were written; empty: all. Nobody knows if the row above is not shown.
std::vector<bool> written_in(const Strip& strip, const StripLayout& layout, std::size_t shown) {
    if (shown == 0 || layout.rows[shown] != layout.rows[shown - 1] + 1) return {};
    return written_cells(strip.rows[layout.rows[shown]], strip.rows[layout.rows[shown - 1]]);
}

void draw_rail(Canvas& canvas, Point from, Point to, float x);

LegendItem rail_item() {
    const auto sample = [](Canvas& canvas, Point at) {
        for (const float y : {4.0F, 26.0F}) canvas.fill({at.x, at.y + y, 18, 9}, style::faint);
        draw_rail(canvas, {at.x + 19, at.y + 8}, {at.x + 19, at.y + 30}, at.x + 32);
    };
    return {36, 40, sample, std::string(signs::carry.words)};
}

/// Title, scale, what is left out, the legend; returns the position below them.
float draw_header(Canvas& canvas, const Strip& strip, const StripLayout& layout) {
    const auto width = static_cast<float>(layout.width);
    float y = draw_title(canvas, strip.title, width) + 6;
    layout.scale.draw(canvas, {style::margin, y}, strip.value_name, strip.nan_name);
    y = draw_notes(canvas, layout.notes, y + 26, width);
    std::vector<const record::Pass*> rows;
    for (const std::size_t row : layout.rows) rows.push_back(&strip.rows[row]);
    auto items = link_legend(layout.plans, strip.colored_moves ? strip.value_name : "");
    if (!layout.rails.empty()) items.push_back(rail_item());
    CellNotes notes;
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        const auto written = written_in(strip, layout, i);
        for (std::size_t cell = 0; cell < std::min<std::size_t>(layout.elements, rows[i]->values.size());
             ++cell) {
            if (cell < written.size() && !written[cell]) notes.kept |= rows[i]->mark(cell) == CellMark::plain;
            if (layout.writers[i]) notes.rests |= rests(*rows[i], cell);
        }
        notes.works |= layout.writers[i];
    }
    const auto cells = cell_legend(rows, layout.elements, strip.wrong_means, notes);
    const bool sentence = !items.empty() && items.back().width == 0;  // it stays last
    items.insert(items.end() - (sentence ? 1 : 0), cells.begin(), cells.end());
    if (items.empty()) return y + 4;
    return draw_legend(canvas, {style::margin, y + 2}, width - style::margin, items) + 12;
}

/// Element numbers above the first row, as many as fit: every one, every 2nd, every 4th, ...
void draw_ruler(Canvas& canvas, const Strip& strip, const StripLayout& layout) {
    if (layout.elements == 0 || layout.tops.empty()) return;
    const Columns columns = layout.columns_of(0);
    const float top = layout.tops.front();
    const float widest = text_width(std::to_string(columns.first + layout.elements), style::ruler_size);
    std::uint32_t step = 1;
    while (static_cast<float>(step) * columns.cell_width < widest + 6) step *= 2;
    for (std::uint32_t i = 0; i < layout.elements && layout.names_height > 0;) {
        std::uint32_t end = i + 1;
        while (end < layout.elements && !columns.begins_group(end)) ++end;
        const float left = columns.begin(i), right = columns.cell_end(end - 1);
        const auto number = std::to_string((columns.first + i) / columns.group);
        const auto whole = strip.group_name + " " + number;
        const bool fits = text_width(whole, style::ruler_size, Face::bold) <= right - left;
        canvas.text({(left + right) / 2, top - 27}, fits ? whole : number, style::ruler_size,
                    style::secondary, Align::center, Face::bold);
        i = end;
    }
    canvas.text({columns.left - 14, top - 9}, strip.element_name, style::ruler_size, style::secondary,
                Align::right);
    for (std::uint32_t i = (step - columns.first % step) % step; i < layout.elements; i += step) {
        const float x = columns.middle(i);
        const auto number = strip.counts_in_groups ? i % std::max(columns.group, 1U) : columns.first + i;
        canvas.text({x, top - 9}, std::to_string(number), style::ruler_size, style::secondary, Align::center);
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

/// What is in a cell, if not its value.
std::string printed(const Strip& strip, const StripLayout& layout, std::size_t row, std::uint32_t i) {
    if (row < strip.texts.size() && i < strip.texts[row].size()) return strip.texts[row][i];
    if (std::isnan(strip.rows[row].values[i])) return strip.nan_name;
    if (row >= strip.numbers.size() || i >= strip.numbers[row].size()) return {};
    return fitting_number(strip.numbers[row][i], layout.columns.cell_width - layout.columns.space,
                          layout.number_size);
}

void draw_row(Canvas& canvas, const Strip& strip, const StripLayout& layout, std::size_t shown) {
    const record::Pass& row = strip.rows[layout.rows[shown]];
    const float baseline = layout.tops[shown] + layout.cell_height / 2 + 4;
    auto lines = wrapped(layout.labels[layout.rows[shown]], layout.label_width, style::label_size);
    if (lines.size() > 2 || layout.cell_height < 24)
        lines = {shortened(layout.labels[layout.rows[shown]], layout.label_width, style::label_size)};
    for (std::size_t line = 0; line < lines.size(); ++line)
        canvas.text({layout.columns.left - 14,
                     baseline + 14 * (static_cast<float>(line) - static_cast<float>(lines.size() - 1) / 2)},
                    lines[line], style::label_size, style::ink, Align::right);
    const auto count = std::min<std::size_t>(layout.columns.spanning(row.span).cells(), row.values.size());
    const auto written = written_in(strip, layout, shown);
    for (std::uint32_t i = 0; i < count; ++i) {
        const CellMark mark = row.mark(i);
        if (row.span > 1 && mark == CellMark::absent) continue;
        draw_cell(canvas, layout.cell(shown, i, row.span), row.values[i], mark, layout.scale,
                  row.span > 1 ? style::label_size : layout.number_size, written.empty() || written[i],
                  printed(strip, layout, layout.rows[shown], i));
    }
    const Columns columns = layout.columns_of(shown, row.span);
    for (std::uint32_t i = 0, end = 0; i < count; i = end) {
        end = i + 1;
        if (row.mark(i) != CellMark::wrong) continue;
        while (end < count && row.mark(end) == CellMark::wrong &&
               (row.span > 1 || !columns.begins_group(end)))
            ++end;
        draw_wrong(canvas, layout.cell(shown, i, row.span), layout.cell(shown, end - 1, row.span));
    }
    if (!layout.writers[shown]) return;
    const float top = layout.tops[shown] - writers_height;
    draw_writers(canvas, row, layout.columns_of(shown, row.span), layout.elements, top);
}

/// The name of each band beside a line along its rows.
void draw_bands(Canvas& canvas, const StripLayout& layout) {
    const float x = style::margin + layout.band_width - 8;
    for (const StripBand& band : layout.bands) {
        const float top = layout.tops[band.first], bottom = layout.tops[band.last] + layout.cell_height;
        canvas.fill({x, top, 2, bottom - top}, mix(style::secondary, style::paper, 0.3));
        const auto lines = wrapped(band.name, layout.band_width - 18, style::label_size, Face::bold);
        float y = (top + bottom) / 2 + 4 - 7 * static_cast<float>(lines.size() - 1);
        for (const auto& line : lines) {
            canvas.text({x - 8, y}, shortened(line, layout.band_width - 18, style::label_size, Face::bold),
                        style::label_size, style::ink, Align::right, Face::bold);
            y += 14;
        }
    }
}

/// Dots between two shown rows if others between them are left out.
void draw_break(Canvas& canvas, const StripLayout& layout, std::size_t shown) {
    if (layout.rows[shown] == layout.rows[shown - 1] + 1) return;
    const float y = layout.tops[shown] - 6, x = layout.columns.left - 24;
    for (const float dot : {-4.0F, 0.0F, 4.0F}) canvas.disc({x, y + dot}, 1.1F, style::notice);
}

/// The colour of each value of a row, dark enough for a line on paper.
std::vector<Color> colors_of(const record::Pass& row, const ValueScale& scale) {
    std::vector<Color> colors;
    for (std::size_t i = 0; i < row.values.size(); ++i)
        colors.push_back(mix(scale.color(row.values[i]), style::ink, 0.15));
    return colors;
}

/// A line from the end of a row to that of another one.
void draw_rail(Canvas& canvas, Point from, Point to, float x) {
    const Color color = look_of(LinkKind::added).color;
    canvas.line(from, {x, from.y}, color, 1.5F);
    canvas.line({x, from.y}, {x, to.y}, color, 1.5F);
    canvas.arrow({x, to.y}, to, color, 1.5F, 7);
}

void draw_rails(Canvas& canvas, const Strip& strip, const StripLayout& layout) {
    for (std::size_t i = 0; i < layout.rails.size(); ++i) {
        const auto end = [&](std::size_t shown) {
            const auto& row = strip.rows[layout.rows[shown]];
            const Columns columns = layout.columns_of(shown, row.span);
            const auto cells = std::min<std::size_t>(columns.cells(), row.values.size());
            return Point{columns.cell_end(static_cast<std::uint32_t>(cells - 1)) + 3,
                         layout.tops[shown] + layout.cell_height / 2};
        };
        const Point from = end(layout.rails[i].from), to = end(layout.rails[i].to);
        draw_rail(canvas, from, to, std::max(from.x, to.x) + (i % 2 == 0 ? 12.0F : 18.0F));
    }
}

}  // namespace

Canvas draw(const Strip& strip) {
    // The header's height depends on the layout's width and legends, and the rows' positions on that height:
    // the header is measured by drawing it on a one-pixel canvas.
    Canvas measure(1, 1, style::paper);
    StripLayout layout = lay_out(strip, 120);
    layout = lay_out(strip, draw_header(measure, strip, layout));
    Canvas canvas = canvas_with(strip.how_to_read, layout.bottom + 18, static_cast<float>(layout.width));
    draw_header(canvas, strip, layout);
    draw_ruler(canvas, strip, layout);
    draw_bands(canvas, layout);
    draw_dividers(canvas, strip, layout);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) draw_row(canvas, strip, layout, i);
    draw_rails(canvas, strip, layout);
    for (std::size_t i = 1; i < layout.rows.size(); ++i) {
        draw_break(canvas, layout, i);
        const Columns upper = layout.columns_of(i - 1, strip.rows[layout.rows[i - 1]].span);
        const Columns lower = layout.columns_of(i, strip.rows[layout.rows[i]].span);
        draw_links(canvas, layout.plans[i], {upper, layout.tops[i - 1] + layout.cell_height},
                   {lower, layout.link_end(i)}, layout.cell_height,
                   strip.colored_moves ? colors_of(strip.rows[layout.rows[i - 1]], layout.scale)
                                       : std::vector<Color>());
    }
    return canvas;
}

}  // namespace pbp::picture
