// SPDX-License-Identifier: MIT
#include "common/picture/diagram/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <vector>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/scale.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/diagram/grid_layout.hpp"

namespace pbp::picture {

namespace {

/// Summary of the cells of all panels.
struct Contents {
    ValueScale scale;
    std::set<double> categories;
    bool absent = false, highlight = false;
};

constexpr std::size_t most_categories = 24;  ///< named in the legend
constexpr std::size_t colours = 21;          ///< number of distinct colours of category()

Contents contents_of(const Grid& grid) {
    Contents contents;
    for (const Panel& panel : grid.panels) {
        for (const GridCell& cell : panel.cells) {
            contents.absent = contents.absent || cell.absent;
            contents.highlight = contents.highlight || cell.highlight;
            if (cell.absent) continue;
            contents.scale.add(cell.value);
            if (grid.categorical && std::isfinite(cell.value)) contents.categories.insert(cell.value);
        }
    }
    return contents;
}

/// The colour of a value: its category's, or from the scale.
Color color_of(const Grid& grid, const Contents& contents, double value) {
    if (!grid.categorical || !std::isfinite(value)) return contents.scale.color(value);
    // A few ids that are far apart, such as source lines, get the first colours: no two are the same.
    const auto& ids = contents.categories;
    const auto rank = static_cast<std::size_t>(std::distance(ids.begin(), ids.lower_bound(value)));
    return category(ids.size() <= colours ? rank : static_cast<std::size_t>(std::clamp(value, 0.0, 1e15)));
}

/// The ring of a highlighted cell.
void draw_ring(Canvas& canvas, const Rect& cell) {
    const float out = cell.width >= 10 ? 3 : 2;
    canvas.frame({cell.x - out, cell.y - out, cell.width + 2 * out, cell.height + 2 * out}, style::ink, out);
    if (cell.width >= 10) canvas.frame(cell, style::paper, 1);
}

/// The legend of the categories and marks that occur.
std::vector<LegendItem> grid_legend(const Grid& grid, const Contents& contents) {
    std::vector<LegendItem> items;
    if (grid.categorical) {
        items.push_back(
            {0, 18,
             [name = grid.value_name](Canvas& canvas, Point at) {
                 canvas.text({at.x, at.y + 13}, name, style::label_size, style::ink, Align::left, Face::bold);
             },
             ""});
        items.back().width = text_width(grid.value_name, style::label_size, Face::bold) - 14;
    }
    for (const double id : contents.categories) {
        if (items.size() > most_categories) {
            items.push_back({0, 18, [](Canvas&, Point) {},
                             fmt::format("… and {} more", contents.categories.size() - most_categories)});
            break;
        }
        const Color color = color_of(grid, contents, id);
        items.push_back({16, 16,
                         [color](Canvas& canvas, Point at) {
                             canvas.fill({at.x, at.y, 16, 16}, color);
                         },
                         grid.names.contains(id) ? grid.names.at(id) : full_number(id)});
    }
    if (contents.highlight) {
        items.push_back({16, 16,
                         [](Canvas& canvas, Point at) {
                             canvas.fill({at.x, at.y, 16, 16}, style::faint);
                             draw_ring(canvas, {at.x, at.y, 16, 16});
                         },
                         "the one described below"});
    }
    if (contents.absent) {
        items.push_back({16, 16,
                         [](Canvas& canvas, Point at) {
                             canvas.frame({at.x, at.y, 16, 16}, style::faint, 1);
                         },
                         grid.absent_name});
    }
    return items;
}

constexpr float least_framed = 8;  ///< frames around smaller empty cells would hide everything else

float draw_header(Canvas& canvas, const Grid& grid, const GridLayout& layout, const Contents& contents) {
    const auto width = static_cast<float>(layout.width);
    float y = draw_title(canvas, grid.title, width) + 6;
    if (!grid.categorical) {
        contents.scale.draw(canvas, {style::margin, y}, grid.value_name);
        y += 26;
    }
    y = draw_notes(canvas, layout.notes, y, width);
    const auto items = grid_legend(grid, contents);
    if (items.empty()) return y + 4;
    return draw_legend(canvas, {style::margin, y + 2}, width - style::margin, items) + 16;
}

void draw_text(Canvas& canvas, const Rect& cell, std::string_view text, float size, Color color) {
    const auto lines = static_cast<float>(std::count(text.begin(), text.end(), '\n') + 1);
    float baseline = cell.y + cell.height / 2 - (lines - 1) * size * 0.6F + size * 0.36F;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        canvas.text({cell.x + cell.width / 2, baseline}, text.substr(0, end), size, color, Align::center);
        text.remove_prefix(std::min(end + 1, text.size()));
        baseline += size * 1.2F;
    }
}

/// Column and row numbers: every one, or every 2nd, 4th, ...
void draw_rulers(Canvas& canvas, const Grid& grid, const GridLayout& layout, std::size_t index) {
    const Panel& panel = grid.panels[index];
    const PanelPlace& place = layout.panels[index];
    const auto number = [](std::uint32_t first, int i) {
        return std::to_string(first + static_cast<std::uint32_t>(i));
    };
    const auto step_for = [&](float room) {
        int step = 1;
        while (static_cast<float>(step) * layout.side < room) step *= 2;
        return step;
    };
    const float widest = text_width(number(panel.first_column, place.columns), style::ruler_size);
    for (int x = 0; x < place.columns; x += step_for(widest + 6)) {
        const Rect cell = layout.cell(grid, index, x, 0);
        canvas.text({cell.x + cell.width / 2, place.top - 7}, number(panel.first_column, x),
                    style::ruler_size, style::secondary, Align::center);
    }
    canvas.text({place.left - 9, place.top - 7}, grid.column_name, style::ruler_size, style::secondary,
                Align::right);
    if (panel.rows == 1) return;  // a one-dimensional array needs no row number
    for (int y = 0; y < place.rows; y += step_for(style::ruler_size + 3)) {
        const Rect cell = layout.cell(grid, index, 0, y);
        canvas.text({place.left - 9, cell.y + cell.height / 2 + 4}, row_number(grid, panel, y),
                    style::ruler_size, style::secondary, Align::right);
    }
}

void draw_dividers(Canvas& canvas, const Grid& grid, const GridLayout& layout, std::size_t index) {
    const Panel& panel = grid.panels[index];
    const PanelPlace& place = layout.panels[index];
    const Rect last = layout.cell(grid, index, place.columns - 1, place.rows - 1);
    const float space = layout.side >= 8 ? 2.0F : 0.0F, middle = (layout.group_gap + space) / 2 + 1;
    const Color color = mix(style::secondary, style::paper, 0.3);
    const float thickness = layout.group_gap >= 4 ? 2.0F : 1.0F;
    for (int x = panel.group_width; panel.group_width > 0 && x < place.columns; x += panel.group_width) {
        const float at = layout.cell(grid, index, x, 0).x - middle;
        canvas.fill({std::round(at), place.top - 4, thickness, last.y + last.height + 8 - place.top}, color);
    }
    for (int y = panel.group_height; panel.group_height > 0 && y < place.rows; y += panel.group_height) {
        const float at = layout.cell(grid, index, 0, y).y - middle;
        canvas.fill({place.left - 4, std::round(at), last.x + last.width + 8 - place.left, thickness}, color);
    }
}

void draw_panel(Canvas& canvas, const Grid& grid, const GridLayout& layout, const Contents& contents,
                std::size_t index) {
    const Panel& panel = grid.panels[index];
    const PanelPlace& place = layout.panels[index];
    if (!panel.heading.empty())
        canvas.text({style::margin, place.heading}, panel.heading, 14, style::ink, Align::left, Face::bold);
    canvas.text({place.left, place.top - 27}, panel.title, style::body_size, style::ink, Align::left,
                Face::bold);
    if (place.columns == 0 || place.rows == 0) return;
    draw_rulers(canvas, grid, layout, index);
    draw_dividers(canvas, grid, layout, index);
    if (layout.side < least_framed) {
        const Rect last = layout.cell(grid, index, place.columns - 1, place.rows - 1);
        canvas.frame({place.left - 1, place.top - 1, last.x + last.width + 2 - place.left,
                      last.y + last.height + 2 - place.top},
                     style::faint, 1);
    }
    for (const bool rings : {false, true}) {  // over all cells, since a ring reaches over its neighbours
        for (int y = 0; y < place.rows; ++y) {
            for (int x = 0; x < place.columns; ++x) {
                const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(panel.columns) +
                               static_cast<std::size_t>(x);
                if (i >= panel.cells.size()) continue;
                const GridCell& cell = panel.cells[i];
                const Rect rect = layout.cell(grid, index, x, y);
                if (rings) {
                    if (cell.highlight) draw_ring(canvas, rect);
                    continue;
                }
                const Color color = cell.absent ? style::paper : color_of(grid, contents, cell.value);
                if (cell.absent) {
                    if (layout.side >= least_framed) canvas.frame(rect, style::faint, 1);
                } else {
                    canvas.fill(rect, color);
                }
                if (layout.text_size > 0)
                    draw_text(canvas, rect, cell.text, layout.text_size,
                              cell.absent ? style::secondary : ink_on(color));
            }
        }
    }
}

}  // namespace

Canvas draw(const Grid& grid, int width) {
    // The header is measured by drawing it on a one-pixel canvas, as in a strip.
    Canvas measure(1, 1, style::paper);
    const Contents contents = contents_of(grid);
    GridLayout layout = lay_out(grid, width, 0);
    layout = lay_out(grid, width, draw_header(measure, grid, layout, contents));
    Canvas canvas = canvas_with(grid.how_to_read, layout.bottom + 18, static_cast<float>(layout.width));
    draw_header(canvas, grid, layout, contents);
    for (std::size_t i = 0; i < grid.panels.size(); ++i) draw_panel(canvas, grid, layout, contents, i);
    return canvas;
}

}  // namespace pbp::picture
