// SPDX-License-Identifier: MIT
#include "common/picture/diagram/grid_contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {
namespace {

constexpr std::size_t most_categories = 24;  ///< named in the legend
constexpr std::size_t colours = 21;          ///< number of distinct colours of category()

}  // namespace

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

Color color_of(const Grid& grid, const Contents& contents, double value) {
    if (!grid.categorical || !std::isfinite(value)) return contents.scale.color(value);
    // A few ids that are far apart, such as source lines, get the first colours: no two are the same.
    const auto& ids = contents.categories;
    const auto rank = static_cast<std::size_t>(std::distance(ids.begin(), ids.lower_bound(value)));
    return category(ids.size() <= colours ? rank : static_cast<std::size_t>(std::clamp(value, 0.0, 1e15)));
}

void draw_ring(Canvas& canvas, const Rect& cell) {
    const float out = cell.width >= 10 ? 3 : 2;
    canvas.frame({cell.x - out, cell.y - out, cell.width + 2 * out, cell.height + 2 * out}, style::ink, out);
    if (cell.width >= 10) canvas.frame(cell, style::paper, 1);
}

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

}  // namespace pbp::picture
