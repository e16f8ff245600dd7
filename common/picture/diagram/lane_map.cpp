// SPDX-License-Identifier: MIT
#include "common/picture/diagram/lane_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {
namespace {

constexpr Color touched = style::ascending, waits = style::descending;
constexpr Color unused{240, 190, 110}, place{238, 240, 243};

LegendItem sample(Color color, const std::string& text) {
    return {16, 16, [color](Canvas& canvas, Point at) { canvas.fill({at.x, at.y, 16, 16}, color); }, text};
}

/// True if some words of the columns are moved although no lane touches them.
bool wastes(const LanePanel& panel) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> used;
    for (const auto& touch : panel.touches) used.insert({touch.column, touch.part});
    return panel.parts > 1 && used.size() < panel.columns.size() * panel.parts;
}

bool queues(const LanePanel& panel) {
    return std::ranges::any_of(panel.touches, [](const auto& touch) { return touch.waits; });
}

bool only_queues(const LanePanel& panel) {
    return std::ranges::all_of(panel.touches, [](const auto& touch) { return touch.waits; });
}

std::vector<LegendItem> legend(const LaneMap& map) {
    std::vector<LegendItem> items;
    if (!std::ranges::all_of(map.panels, only_queues)) items.push_back(sample(touched, map.touched_name));
    if (std::ranges::any_of(map.panels, queues)) items.push_back(sample(waits, map.waits_name));
    if (std::ranges::any_of(map.panels, wastes)) items.push_back(sample(unused, map.unused_name));
    const bool apart = std::ranges::any_of(map.panels, [](const LanePanel& panel) {
        return std::ranges::any_of(panel.columns, [](const auto& column) { return column.apart; });
    });
    if (apart)
        items.push_back({8, 16,
                         [](Canvas& canvas, Point at) {
                             for (float y = 0; y < 16; y += 6)
                                 canvas.fill({at.x + 3, at.y + y, 2, 3}, style::secondary);
                         },
                         "memory in between is left out"});
    return items;
}

void draw_columns(Canvas& canvas, const LanePanel& panel, const LanePanelLayout& layout) {
    const float height = layout.height(panel), width = layout.column_width(panel) - layout.gap;
    for (std::uint32_t c = 0; c < panel.columns.size(); ++c) {
        const Rect first = layout.cell(panel, 0, c, 0);
        canvas.fill({first.x, first.y, width, height}, place);
        if (panel.columns[c].apart)
            for (float y = 0; y < height; y += 6)
                canvas.fill({first.x - layout.gap / 2 - 1, first.y + y, 2, 3}, style::secondary);
        if (c % layout.column_step == 0)
            canvas.text({first.x + width / 2, first.y - 6}, panel.columns[c].name, style::ruler_size,
                        style::secondary, Align::center);
    }
}

/// Below each column: which of its words are used, or how many lanes need it.
void draw_sums(Canvas& canvas, const LanePanel& panel, const LanePanelLayout& layout) {
    const float top = layout.top + layout.height(panel) + 5;
    std::vector<std::vector<std::uint32_t>> lanes(panel.columns.size(),
                                                  std::vector<std::uint32_t>(panel.parts));
    for (const auto& touch : panel.touches) ++lanes[touch.column][touch.part];
    for (std::uint32_t c = 0; c < panel.columns.size(); ++c)
        for (std::uint32_t p = 0; p < panel.parts; ++p) {
            const Rect cell = layout.cell(panel, 0, c, p);
            if (panel.parts > 1)
                canvas.fill({cell.x, top, cell.width, 12}, lanes[c][p] > 0 ? touched : unused);
            else if (lanes[c][p] > 0)
                canvas.text({cell.x + cell.width / 2, top + 10}, std::to_string(lanes[c][p]),
                            style::ruler_size, lanes[c][p] > 1 && queues(panel) ? waits : style::secondary,
                            Align::center, lanes[c][p] > 1 ? Face::bold : Face::sans);
        }
    canvas.text({layout.left - 8, top + 10}, panel.parts > 1 ? "used" : "lanes", style::ruler_size,
                style::secondary, Align::right);
}

void draw_panel(Canvas& canvas, const LaneMap& map, const LanePanel& panel, const LanePanelLayout& layout) {
    canvas.text({layout.left, layout.top - 44}, panel.title, style::body_size, style::ink, Align::left,
                Face::bold);
    canvas.text({layout.left, layout.top - 26}, panel.total, style::label_size, style::ink);
    canvas.text({layout.left - 8, layout.top - 6}, map.lane_name, style::ruler_size, style::secondary,
                Align::right);
    draw_columns(canvas, panel, layout);
    for (std::uint32_t lane = 0; lane < panel.lanes.size(); lane += layout.lane_step)
        canvas.text(
            {layout.left - 8, layout.top + layout.lane * static_cast<float>(lane) + layout.lane / 2 + 3.5F},
            panel.lanes[lane], style::ruler_size, style::secondary, Align::right);
    for (const auto& touch : panel.touches) {
        const Rect cell = layout.cell(panel, touch.lane, touch.column, touch.part);
        canvas.fill({cell.x, cell.y, cell.width, cell.height - 1}, touch.waits ? waits : touched);
    }
    draw_sums(canvas, panel, layout);
}

}  // namespace

Canvas draw(const LaneMap& map, int width) {
    Canvas measure(1, 1, style::paper);
    LaneMapLayout layout = lay_out(map, width, 0);
    const auto header = [&](Canvas& canvas) {
        const float left = style::margin, right = static_cast<float>(layout.width) - style::margin;
        const float y =
            paragraph(canvas, {left, 22}, map.title, right - left, style::title_size, style::ink, Face::bold);
        return draw_legend(canvas, {left, y + 8}, right, legend(map)) + 14;
    };
    layout = lay_out(map, width, header(measure));
    const auto footer = [&](Canvas& canvas) {
        return paragraph(canvas, {style::margin, layout.bottom + 12}, map.how_to_read,
                         std::min(static_cast<float>(layout.width) - 2 * style::margin, 900.0F),
                         style::body_size, style::secondary) +
               16;
    };
    Canvas canvas(layout.width, static_cast<int>(std::ceil(footer(measure))), style::paper);
    header(canvas);
    for (std::size_t i = 0; i < map.panels.size(); ++i)
        draw_panel(canvas, map, map.panels[i], layout.panels[i]);
    footer(canvas);
    return canvas;
}

}  // namespace pbp::picture
