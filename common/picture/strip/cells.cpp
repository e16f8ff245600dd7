// SPDX-License-Identifier: MIT
#include "common/picture/strip/cells.hpp"

#include <algorithm>
#include <array>

#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/signs.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/strip/links.hpp"

namespace pbp::picture {
namespace {

constexpr float side_space = 1;  ///< on both sides of a number, in total

void hatch(Canvas& canvas, const Rect& cell) {
    canvas.fill(cell, {240, 241, 243});
    const float step = 6;
    for (float d = step; d < cell.width + cell.height; d += step) {
        const float top = std::max(0.0F, d - cell.width), side = std::max(0.0F, d - cell.height);
        canvas.line({cell.x + d - top, cell.y + top}, {cell.x + side, cell.y + d - side}, style::faint, 1);
    }
}

void number(Canvas& canvas, const Rect& cell, double value, const std::string& printed, Color color,
            float size) {
    if (size <= 0) return;
    const std::string text =
        printed.empty() ? fitting_number(value, cell.width - side_space + 1, size) : printed;
    canvas.text({cell.x + cell.width / 2, cell.y + cell.height / 2 + size * 0.36F}, text, size, color,
                Align::center);
}

/// The largest size from `most` down to 11 at which a text fits that is `widest` wide at 10 pixels, or 0.
float fitting_size(float widest, float most, float width, float height) {
    for (float size = most; size >= style::ruler_size; --size)
        if (size <= height - 4 && widest * size / 10 <= width - side_space) return size;
    return 0;
}

constexpr Color idle_ink{78, 82, 90}, busy{74, 80, 90}, resting{236, 238, 241};
constexpr float writers_row = 14;
constexpr float least_outlined = 14;  ///< a narrower outline would be all frame

void draw_id(Canvas& canvas, const Rect& field, const std::string& id, bool works) {
    canvas.fill(field, works ? busy : resting);
    canvas.text({field.x + field.width / 2, field.y + 11}, id, style::ruler_size,
                works ? style::paper : style::secondary, Align::center);
}

}  // namespace

std::vector<bool> written_cells(const record::Pass& row, const record::Pass& above) {
    const bool known = std::ranges::any_of(row.writers, [](std::uint32_t who) { return who > 0; });
    const bool pass = row.number >= 0 && !row.undivided && row.span == above.span &&
                      row.sum.array == above.sum.array && row.values.size() == above.values.size() &&
                      row.sum.own == record::Own::none;
    if (!pass || (row.links.empty() && !known)) return {};
    std::vector<bool> written(row.values.size());
    for (std::size_t i = 0; i < written.size(); ++i)
        written[i] = (i < row.writers.size() && row.writers[i] > 0) || row.values[i] != above.values[i];
    for (const auto& link : row.links) {
        if (link.to < written.size()) written[link.to] = true;
        if (!look_of(link.kind).flows && link.from < written.size()) written[link.from] = true;
    }
    return written;
}

bool writers_fit(const record::Pass& row, std::uint32_t elements, float width) {
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(elements, row.writers.size()); ++i)
        most = std::max(most, row.writers[i]);
    return most > 0 && text_width(std::to_string(std::max(most, elements) - 1), style::ruler_size) + 4 <=
                           width * static_cast<float>(row.span);
}

bool rests(const record::Pass& row, std::size_t cell) {
    return cell < row.writers.size() && row.writers[cell] == 0 && row.mark(cell) != CellMark::absent;
}

void draw_writers(Canvas& canvas, const record::Pass& row, const Columns& columns, std::uint32_t elements,
                  float top) {
    const auto count = static_cast<std::uint32_t>(
        std::min<std::size_t>(row.span > 1 ? columns.cells() : elements, row.writers.size()));
    bool own = row.span == 1;  // each invocation wrote its own cell
    for (std::uint32_t i = 0; i < count; ++i)
        own = own && (row.writers[i] == 0 || row.writers[i] - 1 == columns.first + i);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (row.mark(i) == CellMark::absent) continue;
        const bool works = row.writers[i] > 0;
        const std::string id = works ? std::to_string(row.writers[i] - 1)
                               : own ? std::to_string(columns.first + i)
                                     : "";
        draw_id(canvas, {columns.begin(i), top, columns.cell_end(i) - columns.begin(i), writers_row}, id,
                works);
    }
}

float fit_numbers(const std::vector<const record::Pass*>& rows, std::uint32_t elements, float width,
                  float height) {
    if (width < 14 || height < 13) return 0;
    // Widths are proportional to the size, so they are measured once, at 10 pixels.
    float full = 0, tight = 0;
    for (const record::Pass* row : rows) {
        for (std::size_t i = 0; i < std::min<std::size_t>(elements, row->values.size()); ++i) {
            if (row->mark(i) == CellMark::absent || row->span > 1) continue;
            full = std::max(full, text_width(full_number(row->values[i]), 10));
            tight = std::max(tight, std::min(text_width(full_number(row->values[i]), 10),
                                             text_width(compact_number(row->values[i], 1), 10)));
        }
    }
    const float size = fitting_size(full, 13, width, height);
    return size > 0 ? size : fitting_size(tight, 12, width, height);
}

float fit_texts(const std::vector<std::vector<std::string>>& texts, std::uint32_t elements, float width,
                float height) {
    float widest = 0;
    for (const auto& row : texts)
        for (std::size_t i = 0; i < std::min<std::size_t>(elements, row.size()); ++i)
            widest = std::max(widest, text_width(row[i], 10));
    return fitting_size(widest, 13, width, height);
}

void draw_cell(Canvas& canvas, const Rect& cell, double value, CellMark mark, const ValueScale& scale,
               float number_size, bool written, const std::string& printed) {
    const Color color = scale.color(value);
    switch (mark) {
        case CellMark::absent:
            if (cell.width >= 6) canvas.frame(cell, style::faint, 1);
            return;
        case CellMark::padded:
            hatch(canvas, cell);
            number(canvas, cell, value, printed, style::secondary, number_size);
            return;
        case CellMark::idle:
            canvas.fill(cell, mix(color, style::paper, 0.78));
            number(canvas, cell, value, printed, idle_ink, number_size);
            return;
        case CellMark::plain:
        case CellMark::wrong:
        case CellMark::unused:
            if (!written && cell.width >= least_outlined) {
                canvas.frame(cell, mix(color, style::paper, 0.15), 2);
                return number(canvas, cell, value, printed, style::ink, number_size);
            }
            canvas.fill(cell, color);
            if (number_size > 0) number(canvas, cell, value, printed, ink_on(color), number_size);
            return;
    }
}

void draw_wrong(Canvas& canvas, const Rect& first, const Rect& last) {
    const float out = first.width >= 20 ? 3 : 2;
    const Rect run{first.x, first.y, last.x + last.width - first.x, first.height};
    const Rect ring{run.x - out, run.y - out, run.width + 2 * out, run.height + 2 * out};
    canvas.frame(ring, style::wrong, out);
    // A white line inside separates the ring from the cells' colours.
    if (first.width >= 10) canvas.frame(run, style::paper, 1);
    const float x = run.x + run.width / 2, tip = ring.y + 1;
    canvas.polygon(std::array{Point{x - 5, tip - 6}, Point{x + 5, tip - 6}, Point{x, tip}}, style::wrong);
}

std::vector<LegendItem> cell_legend(const std::vector<const record::Pass*>& rows, std::uint32_t elements,
                                    const std::string& wrong_means, const CellNotes& notes) {
    std::array<std::size_t, 5> counts{};
    for (const record::Pass* row : rows) {
        if (row->span > 1) continue;  // boxes that hold nothing are not drawn
        for (std::size_t i = 0; i < std::min<std::size_t>({elements, row->marks.size(), row->values.size()});
             ++i) {
            ++counts[static_cast<std::size_t>(row->marks[i])];
        }
    }
    std::vector<LegendItem> items;
    const auto item = [&](CellMark mark, const std::string& text) {
        if (counts[static_cast<std::size_t>(mark)] == 0) return;
        items.push_back({18, 18,
                         [mark](Canvas& canvas, Point at) {
                             ValueScale scale;
                             draw_cell(canvas, {at.x, at.y, 18, 18}, 0, mark, scale, 0);
                             if (const Rect cell{at.x, at.y, 18, 18}; mark == CellMark::wrong)
                                 draw_wrong(canvas, cell, cell);
                         },
                         text});
    };
    if (notes.kept)
        items.push_back(
            {18, 18,
             [](Canvas& canvas, Point at) {
                 draw_cell(canvas, {at.x, at.y, 18, 18}, 0, CellMark::plain, ValueScale(), 0, false);
             },
             std::string(signs::kept.words)});
    const auto sample = [](bool works) {
        return [works](Canvas& canvas, Point at) {
            draw_id(canvas, {at.x, at.y + 2, 18, writers_row}, works ? "3" : "", works);
        };
    };
    if (notes.works) items.push_back({18, 18, sample(true), std::string(signs::works.words)});
    if (notes.rests) items.push_back({18, 18, sample(false), std::string(signs::rests.words)});
    item(CellMark::idle, std::string(signs::of(CellMark::idle).words));
    item(CellMark::absent, std::string(signs::of(CellMark::absent).words));
    item(CellMark::padded, std::string(signs::of(CellMark::padded).words));
    item(CellMark::wrong, wrong_means);
    return items;
}

}  // namespace pbp::picture
