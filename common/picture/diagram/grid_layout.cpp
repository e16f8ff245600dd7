// SPDX-License-Identifier: MIT
#include "common/picture/diagram/grid_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {
namespace {

constexpr float most_side = 64, usual_side = 34, least_side = 4, most_panel_height = 2000;
constexpr float least_row_ruler = 30, column_ruler = 20, heading_height = 30, panel_title = 24,
                panel_gap = 34;

int dividers(int count, int group) {
    return group > 0 && count > 0 ? (count - 1) / group : 0;
}

/// The size of the longest line of any cell, at 10 pixels.
struct TextExtent {
    float width = 0;
    int lines = 0;
};

TextExtent longest(const Grid& grid) {
    TextExtent most;
    for (const Panel& panel : grid.panels) {
        for (const GridCell& cell : panel.cells) {
            std::string_view rest = cell.text;
            int lines = 0;
            while (!rest.empty() && ++lines > 0) {
                const auto end = std::min(rest.find('\n'), rest.size());
                most.width = std::max(most.width, text_width(rest.substr(0, end), 10));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
            most.lines = std::max(most.lines, lines);
        }
    }
    return most;
}

float text_fit(const TextExtent& text, float room) {
    if (text.lines == 0) return 0;
    for (const float size : {12.0F, 11.0F}) {
        if (text.width * size / 10 <= room - 2 && static_cast<float>(text.lines) * size * 1.2F <= room - 3)
            return size;
    }
    return 0;
}

/// The widest name or number at the left of the cells; a line without row numbers has none.
float row_ruler_of(const Grid& grid) {
    float widest = least_row_ruler;
    const auto holds = [&](const std::string& text) {
        widest = std::max(widest, std::ceil(text_width(text, style::ruler_size)) + 14);
    };
    holds(grid.column_name);
    for (const Panel& panel : grid.panels)
        if (panel.rows > 1) holds(row_number(grid, panel, 0));
    return widest;
}

}  // namespace

std::string row_number(const Grid& grid, const Panel& panel, int row) {
    const auto number = std::to_string(panel.first_row + static_cast<std::uint32_t>(row));
    return row > 0 || grid.row_name.empty() ? number : grid.row_name + " " + number;
}

Rect GridLayout::cell(const Grid& grid, std::size_t panel, int column, int row) const {
    const Panel& of = grid.panels[panel];
    const auto gap = [&](int i, int group) {
        return group > 0 ? static_cast<float>(i / group) * group_gap : 0;
    };
    const float space = side >= 8 ? 2.0F : 0.0F;
    return {panels[panel].left + static_cast<float>(column) * side + gap(column, of.group_width),
            panels[panel].top + static_cast<float>(row) * side + gap(row, of.group_height), side - space,
            side - space};
}

GridLayout lay_out(const Grid& grid, int width, float top) {
    GridLayout layout;
    const float row_ruler = layout.row_ruler = row_ruler_of(grid);
    const float most_width = std::max(static_cast<float>(width), 240.0F);
    const float room = most_width - 2 * style::margin - row_ruler;
    const auto across = static_cast<float>(std::max(grid.across, 1));
    const float share = (room - (across - 1) * (panel_gap + row_ruler)) / across;  // of one panel
    const TextExtent text = longest(grid);
    const float wanted = std::clamp(
        std::max(text.width * 1.2F + 10, static_cast<float>(text.lines) * 13.2F + 12), usual_side, most_side);
    layout.side = wanted;
    layout.group_gap = 8;
    for (const Panel& panel : grid.panels) {
        const auto gaps = static_cast<float>(dividers(panel.columns, panel.group_width));
        if (gaps * layout.group_gap > share / 4) layout.group_gap = 2;
        layout.side = std::min(
            layout.side, (share - gaps * layout.group_gap) / static_cast<float>(std::max(panel.columns, 1)));
        layout.side = std::min(layout.side, most_panel_height / static_cast<float>(std::max(panel.rows, 1)));
    }
    layout.side = std::max(std::floor(layout.side), least_side);
    layout.text_size = text_fit(text, layout.side - 2);

    float x = style::margin, y = top, line_bottom = top, right = 0;
    for (std::size_t i = 0; i < grid.panels.size(); ++i) {
        const Panel& panel = grid.panels[i];
        const auto fitting = [&](int count, int group, float space) {
            while (count > 1 && static_cast<float>(count) * layout.side +
                                        static_cast<float>(dividers(count, group)) * layout.group_gap >
                                    space + 1) {
                --count;
            }
            return std::max(count, 0);
        };
        PanelPlace place;
        place.columns = fitting(panel.columns, panel.group_width, room);
        place.rows = fitting(panel.rows, panel.group_height, most_panel_height + 200);
        if (place.columns < panel.columns || place.rows < panel.rows) {
            layout.notes.push_back(fmt::format("Shown{}: the first {} of {} columns and {} of {} rows.",
                                               panel.title.empty() ? "" : " of " + panel.title, place.columns,
                                               panel.columns, place.rows, panel.rows));
        }
        const float gaps_x =
            static_cast<float>(dividers(place.columns, panel.group_width)) * layout.group_gap;
        const float gaps_y = static_cast<float>(dividers(place.rows, panel.group_height)) * layout.group_gap;
        const float cells = static_cast<float>(place.columns) * layout.side + gaps_x;
        const float across =
            row_ruler + std::max(cells, text_width(panel.title, style::body_size, Face::bold));
        const bool headed = !panel.heading.empty();
        if (x > style::margin && (headed || x + across > most_width - style::margin)) {
            x = style::margin;
            y = line_bottom + panel_gap;
        }
        if (headed) place.heading = y + 10, y += heading_height;
        place.left = x + row_ruler;
        place.top = y + column_ruler + (panel.title.empty() ? 0 : panel_title);
        line_bottom =
            std::max(line_bottom, place.top + static_cast<float>(place.rows) * layout.side + gaps_y);
        right = std::max(right, x + across);
        x += across + panel_gap;
        layout.panels.push_back(place);
    }
    layout.bottom = line_bottom;
    layout.width = static_cast<int>(std::ceil(std::min(framed_width(right, grid.title), most_width)));
    return layout;
}

}  // namespace pbp::picture
