// SPDX-License-Identifier: MIT
// Selects the rows of a strip that are shown, and their heights and positions.
#include <fmt/format.h>

#include <algorithm>

#include "common/picture/canvas/numbers.hpp"
#include "common/picture/strip/strip_layout.hpp"

namespace pbp::picture {
namespace {

constexpr float wrong_height = 15;  ///< above a row with wrong cells, for their pointers
constexpr float break_height = 12;  ///< between shown rows with others left out

/// Levels of how much height a picture spends per row; each is tried until all rows fit.
struct Density {
    float most_cell_height;
    float gap;
    LinkRoom links;
};
constexpr Density densities[] = {{34, 6, LinkRoom::ample},
                                 {26, 5, LinkRoom::tight},
                                 {18, 3, LinkRoom::tight},
                                 {13, 3, LinkRoom::ticks},
                                 {10, 3, LinkRoom::ticks}};

bool has_wrong(const record::Pass& row) {
    return std::find(row.marks.begin(), row.marks.end(), CellMark::wrong) != row.marks.end();
}

/// Plans and places the shown rows, from 0 downwards, while they begin above `room`; returns their total
/// height.
float place_rows(StripLayout& layout, const Strip& strip, const Density& density, float room) {
    const float width = layout.columns.cell_width;
    layout.cell_height = std::min(density.most_cell_height, std::max(width, 20.0F));
    layout.plans.clear();
    layout.tops.clear();
    layout.writers.clear();
    float y = 0;
    for (std::size_t i = 0; i < layout.rows.size() && y <= room; ++i) {
        const record::Pass& row = strip.rows[layout.rows[i]];
        LinkPlan plan;
        float gap = 0;
        if (i > 0 && layout.rows[i] == layout.rows[i - 1] + 1) {
            plan = plan_links(row, layout.elements, width, density.links, &strip.rows[layout.rows[i] - 1]);
            gap = std::max(plan.height, density.gap);
        } else if (i > 0) {
            gap = break_height;
        }
        y += has_wrong(row) ? std::max(gap, wrong_height) : gap;
        const bool writers = density.links != LinkRoom::ticks && i > 0 &&
                             writers_fit(row, layout.elements, width - layout.columns.space);
        layout.writers.push_back(writers);
        if (writers) y += writers_height;
        layout.plans.push_back(std::move(plan));
        layout.tops.push_back(y);
        y += layout.cell_height;
    }
    return y;
}

/// Keeps the first rows while they take up to a third of the room, then every n-th, and the last.
void thin_rows(StripLayout& layout, const Strip& strip, float room) {
    const Density& density = densities[1];
    place_rows(layout, strip, density, room);
    std::size_t lead = 1;
    while (lead < layout.tops.size() && layout.tops[lead] + layout.cell_height < room / 3) ++lead;
    const float rest = room - layout.tops[lead - 1] - layout.cell_height;
    const auto places = static_cast<std::size_t>(std::max(rest / (layout.cell_height + break_height), 1.0F));
    const std::size_t all = strip.rows.size(), last = all - 1;
    const std::size_t step = (last - lead + places) / places;
    layout.rows.resize(lead);
    for (std::size_t row = lead - 1 + step; row < last; row += step) layout.rows.push_back(row);
    if (layout.rows.back() != last) layout.rows.push_back(last);
    layout.notes.push_back(fmt::format("Shown: {} of {} rows: the first {}, then every {}, and the last.",
                                       layout.rows.size(), all, lead, ordinal(step)));
    place_rows(layout, strip, density, 2 * room);
}

}  // namespace

void place_rows(StripLayout& layout, const Strip& strip, float room) {
    float height = 0;
    for (const Density& density : densities) {
        height = place_rows(layout, strip, density, room);
        if (height <= room) break;
    }
    if (height > room) thin_rows(layout, strip, room);
}

}  // namespace pbp::picture
