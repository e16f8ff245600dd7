// SPDX-License-Identifier: MIT
// Cells above, slots below, and a line from each kept cell to its slot.
#include <algorithm>
#include <cmath>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "lessons/07_stream_compaction/pictures.hpp"

using namespace pbp;
using namespace pbp::picture;

namespace compaction {

namespace {

constexpr std::uint32_t most_shown_cells = 512;  ///< that can be distinguished
constexpr float left = 90, right = 972, height = 26, between = 180;

/// The two rows: where a place in them is, and which colour it has.
struct Rows {
    Part cells, slots;
    std::uint32_t run = 1;  ///< neighbouring cells of one colour

    float x(std::uint32_t column) const {
        const float pitch = std::min((right - left) / static_cast<float>(std::max(cells.count, 1u)), 34.0F);
        return std::round(left + pitch * static_cast<float>(column));
    }
    float middle(std::uint32_t column) const { return (x(column) + x(column + 1)) / 2; }
    /// One of eight; the palette's eighth would look like its first.
    Color color(std::uint32_t cell) const {
        const auto k = (cell - cells.first / run * run) / run;
        return k == 7 ? style::secondary : category(k);
    }
};

/// A row's frame, a coloured field for each place that has one, and a number for each run of places.
template <typename Cell>
void draw_row(Canvas& canvas, const Rows& rows, float top, const char* name, const Part& part, float numbers,
              Cell cell_at) {
    canvas.text({left - 16, top + 18}, name, 14, style::ink, Align::right, Face::bold);
    canvas.frame({left - 1, top - 1, rows.x(rows.cells.count) - left + 2, height + 2}, style::faint, 1);
    for (std::uint32_t k = 0; k < part.count; ++k) {
        const std::uint32_t place = part.first + k;
        if (const auto cell = cell_at(place); cell != untouched)
            canvas.fill({rows.x(k), top, rows.x(k + 1) - rows.x(k), height}, rows.color(cell));
        if (place % rows.run == 0)
            canvas.text({rows.middle(k), numbers}, std::to_string(place), style::ruler_size, style::secondary,
                        Align::center);
    }
}

std::vector<LegendItem> legend(const Rows& rows) {
    const auto active = [](Canvas& canvas, Point at) {
        for (std::size_t k = 0; k < 3; ++k)
            canvas.fill({at.x + 12 * static_cast<float>(k), at.y, 12, 16}, category(k));
    };
    const auto empty = [](Canvas& canvas, Point at) { canvas.frame({at.x, at.y, 16, 16}, style::faint, 1); };
    return {{36, 16, active, fmt::format("active cells: one colour per {} neighbouring cells", rows.run)},
            {16, 16, empty, "inactive cells, and slots that hold none of these cells"}};
}

}  // namespace

Canvas draw_survivors(const Run& run, const Words& active, const Words& kept) {
    Rows rows{busiest(active, local_size_for(run.n), most_shown_cells), {}, 1};
    rows.run = scan::part_for(rows.cells.count, 8, 64);
    const auto slots = slots_from(kept, active);
    std::uint32_t lost = 0, last = 0;  // cells whose slot is outside; the slot before
    bool cross = false;
    std::uint32_t first = untouched;
    for (std::uint32_t i = rows.cells.first; i < rows.cells.first + rows.cells.count; ++i)
        first = std::min(first, slots[i]);
    if (first != untouched) rows.slots = {first, std::min(rows.cells.count, count_of(active) - first)};

    Canvas canvas(style::width, 470, style::paper);
    const auto wrong = out_of_order(kept, active);
    const float header =
        draw_title(canvas,
                   title(run, active,
                         fmt::format(", {}{}",
                                     wrong == 0                  ? "all in order"
                                     : wrong == count_of(active) ? "all out of place"
                                                                 : fmt::format("{} out of place", wrong),
                                     shown(rows.cells, active))),
                   style::width);
    const float cells_top = draw_legend(canvas, {style::margin, header + 8}, right, legend(rows)) + 46;
    const float slots_top = cells_top + height + between;

    draw_row(canvas, rows, cells_top, "cells", rows.cells, cells_top - 10,
             [&](std::uint32_t i) { return active[i] != 0 ? i : untouched; });
    draw_row(canvas, rows, slots_top, "slots", rows.slots, slots_top + height + 16,
             [&](std::uint32_t s) { return rows.cells.holds(kept[s]) ? kept[s] : untouched; });
    for (std::uint32_t k = 0; k < rows.cells.count; ++k) {
        const std::uint32_t i = rows.cells.first + k;
        if (active[i] == 0) continue;
        cross = cross || slots[i] < last;
        last = slots[i];
        lost += rows.slots.holds(slots[i]) ? 0 : 1;
        if (!rows.slots.holds(slots[i])) continue;
        Color color = mix(rows.color(i), style::ink, 0.15);
        color.a = 150;
        canvas.curve({rows.middle(k), cells_top + height + 2},
                     {rows.middle(slots[i] - rows.slots.first), slots_top - 2}, color, 1.3F);
    }
    std::string how_to_read =
        "Each line leads from an active cell to the slot that holds its number in the end. ";
    if (wrong == 0)
        how_to_read += "No two lines cross: the order is kept, and so are the runs of colour.";
    else if (cross)
        how_to_read +=
            "Where lines cross, the order has changed: in the row below, runs of colour are swapped or "
            "mixed. Out of place: not in the slot that would keep the order.";
    else
        how_to_read +=
            "None of these lines cross, but cells that are not shown have overtaken these, or the "
            "other way round.";
    if (lost > 0) how_to_read += fmt::format(" {} of these cells went to slots further right.", lost);
    paragraph(canvas, {style::margin, slots_top + height + 38}, how_to_read, style::width - 2 * style::margin,
              style::body_size, style::secondary);
    return canvas;
}

}  // namespace compaction
