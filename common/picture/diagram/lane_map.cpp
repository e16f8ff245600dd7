// SPDX-License-Identifier: MIT
#include "common/picture/diagram/lane_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

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
    if (std::ranges::any_of(map.panels, wastes))
        items.push_back(sample(unused, "moved, but used by no lane"));
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

/// Where columns are left out before this one.
void draw_gap(Canvas& canvas, const Rect& column, float gap, float height) {
    for (float y = 0; y < height; y += 6)
        canvas.fill({column.x - gap / 2 - 1, column.y + y, 2, 3}, style::secondary);
}

void draw_banks(Canvas& canvas, const LanePanel& panel, const LanePanelLayout& layout) {
    const float height = layout.height(panel), bottom = layout.top + height + 15;
    const auto label = [&](const std::string& text, float y) {
        canvas.text({layout.left - 8, y}, text, style::ruler_size, style::secondary, Align::right);
    };
    label("bank", layout.top - 6);
    std::vector<std::uint32_t> lanes(panel.columns.size());
    for (const auto& touch : panel.touches) ++lanes[touch.column];
    for (std::uint32_t c = 0; c < panel.columns.size(); ++c) {
        const Rect first = layout.cell(panel, 0, c, 0);
        canvas.fill({first.x, first.y, first.width, height}, place);
        if (panel.columns[c].apart) draw_gap(canvas, first, layout.gap, height);
        const float middle = first.x + first.width / 2;
        if (c % layout.column_step == 0)
            canvas.text({middle, first.y - 6}, panel.columns[c].name, style::ruler_size, style::secondary,
                        Align::center);
        if (lanes[c] > 0)
            canvas.text({middle, bottom}, std::to_string(lanes[c]), style::ruler_size,
                        lanes[c] > 1 && queues(panel) ? waits : style::secondary, Align::center,
                        lanes[c] > 1 ? Face::bold : Face::sans);
    }
    label("lanes", bottom);
    for (std::uint32_t lane = 0; lane < panel.lanes.size(); lane += layout.lane_step)
        label(panel.lanes[lane],
              layout.top + layout.lane * static_cast<float>(lane) + layout.lane / 2 + 3.5F);
    for (const auto& touch : panel.touches) {
        const Rect cell = layout.cell(panel, touch.lane, touch.column, touch.part);
        canvas.fill({cell.x, cell.y, cell.width, cell.height - 1}, touch.waits ? waits : touched);
    }
}

/// A line from each lane to the words that it touches: one for a run of them.
void draw_connectors(Canvas& canvas, const LanePanel& panel, const LanePanelLayout& layout) {
    auto touches = panel.touches;
    std::ranges::sort(touches, {},
                      [](const auto& touch) { return std::tuple(touch.lane, touch.column, touch.part); });
    for (std::size_t i = 0, end = 0; i < touches.size(); i = end) {
        for (end = i + 1; end < touches.size() && touches[end].lane == touches[i].lane &&
                          touches[end].column == touches[i].column &&
                          touches[end].part == touches[end - 1].part + 1;)
            ++end;
        const Rect lane = layout.lane_box(touches[i].lane);
        const Rect from = layout.cell(panel, 0, touches[i].column, touches[i].part),
                   to = layout.cell(panel, 0, touches[i].column, touches[end - 1].part);
        Color color = touched;
        color.a = 170;
        canvas.line({lane.x + lane.width / 2, lane.y + lane.height}, {(from.x + to.x + to.width) / 2, from.y},
                    color, 1.2F);
    }
}

void draw_sectors(Canvas& canvas, const LanePanel& panel, const LanePanelLayout& layout) {
    const auto label = [&](const std::string& text, float y) {
        canvas.text({layout.left - 8, y}, text, style::ruler_size, style::secondary, Align::right);
    };
    std::set<std::uint32_t> busy;
    std::set<std::pair<std::uint32_t, std::uint32_t>> used;
    for (const auto& touch : panel.touches) busy.insert(touch.lane), used.insert({touch.column, touch.part});
    draw_connectors(canvas, panel, layout);
    for (std::uint32_t lane = 0; lane < panel.lanes.size(); ++lane) {
        const Rect box = layout.lane_box(lane);
        canvas.fill(box, busy.contains(lane) ? mix(touched, style::paper, 0.8) : place);
        if (lane % layout.lane_step == 0)
            canvas.text({box.x + box.width / 2, box.y + 13}, panel.lanes[lane], style::ruler_size, style::ink,
                        Align::center);
    }
    for (std::uint32_t c = 0; c < panel.columns.size(); ++c) {
        const Rect first = layout.cell(panel, 0, c, 0);
        const float space = layout.part >= 5 ? 1.0F : 0.0F;
        if (panel.columns[c].apart) draw_gap(canvas, first, layout.gap, first.height);
        for (std::uint32_t p = 0; p < panel.parts; ++p) {
            const Rect word = layout.cell(panel, 0, c, p);
            canvas.fill({word.x, word.y, word.width - space, word.height},
                        used.contains({c, p}) ? touched : unused);
        }
        const auto below = [&](float line, const std::string& text) {
            canvas.text({first.x, first.y + first.height + 14 + 15 * line}, text, style::ruler_size,
                        style::secondary);
        };
        const auto line = c % layout.column_step;
        if (line < layout.name_lines) below(static_cast<float>(line), panel.columns[c].name);
        if (layout.names_lanes) below(static_cast<float>(layout.name_lines), lanes_of(panel, c));
    }
    label("lanes", layout.top + 13);
    const float sectors = layout.cell(panel, 0, 0, 0).y;
    label("sectors", sectors + 12);
    label("first byte", sectors + 30);
    if (layout.names_lanes) label("its lanes", sectors + 30 + 15 * static_cast<float>(layout.name_lines));
}

void draw_panel(Canvas& canvas, const LanePanel& panel, const LanePanelLayout& layout) {
    const float title = layout.top - (panel.parts > 1 ? 26.0F : 44.0F);
    canvas.text({layout.left, title}, panel.title, style::body_size, style::ink, Align::left, Face::bold);
    canvas.text({layout.left, title + 18}, panel.total, style::label_size, style::ink);
    if (panel.columns.empty()) return;
    if (panel.parts > 1)
        draw_sectors(canvas, panel, layout);
    else
        draw_banks(canvas, panel, layout);
}

}  // namespace

Canvas draw(const LaneMap& map, int width) {
    Canvas measure(1, 1, style::paper);
    LaneMapLayout layout = lay_out(map, width, 0);
    const auto header = [&](Canvas& canvas) {
        const auto wide = static_cast<float>(layout.width);
        const float y = draw_title(canvas, map.title, wide) + 8;
        return draw_legend(canvas, {style::margin, y}, wide - style::margin, legend(map)) + 14;
    };
    layout = lay_out(map, width, header(measure));
    Canvas canvas = canvas_with(map.how_to_read, layout.bottom + 12, static_cast<float>(layout.width));
    header(canvas);
    for (std::size_t i = 0; i < map.panels.size(); ++i) draw_panel(canvas, map.panels[i], layout.panels[i]);
    return canvas;
}

}  // namespace pbp::picture
