// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>

#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/diagram/lane_map.hpp"

namespace pbp::picture {
namespace {

constexpr float between_x = 44, between_y = 22;
constexpr float heading = 62;     ///< title, total and column names of a panel
constexpr float sums = 26;        ///< below its rows
constexpr float names = 15;       ///< below the bytes of its sectors, for their lanes or for more bytes
constexpr std::size_t many = 16;  ///< as many lanes are read individually, more are only counted

constexpr float lane_width = 22, lane_height = 18, sector_height = 16, connector_height = 44;

/// A line of lanes above a line of sectors, both in the middle of the wider one.
LanePanelLayout in_two_lines(const LanePanel& panel, float room) {
    LanePanelLayout layout;
    layout.labels = text_width("first byte", style::ruler_size) + 12;
    layout.gap = 6;
    const auto columns = static_cast<float>(std::max<std::size_t>(panel.columns.size(), 1));
    const auto parts = static_cast<float>(panel.parts);
    layout.gap = std::clamp((room - layout.labels) / columns - parts, 2.0F, layout.gap);
    const float fits = ((room - layout.labels) / columns - layout.gap) / parts;
    layout.part = std::clamp(std::floor(fits * 4) / 4, 1.0F, lane_width);
    const auto lanes = static_cast<float>(std::max<std::size_t>(panel.lanes.size(), 1));
    layout.lane = std::min(lane_width, std::floor((room - layout.labels) / lanes));
    const float sectors = layout.column_width(panel) * columns - layout.gap;
    layout.sectors_left = std::max(0.0F, (layout.lane * lanes - sectors) / 2);
    layout.lanes_left = std::max(0.0F, (sectors - layout.lane * lanes) / 2);
    return layout;
}

LanePanelLayout measured(const LanePanel& panel, float room) {
    float widest = 0, name = 0;
    for (const auto& label : panel.lanes) widest = std::max(widest, text_width(label, style::ruler_size));
    for (const auto& column : panel.columns)
        name = std::max(name, text_width(column.name, style::ruler_size) + 5);
    LanePanelLayout layout;
    if (panel.parts > 1) {
        layout = in_two_lines(panel, room);
        while (layout.lane * static_cast<float>(layout.lane_step) < widest + 2) layout.lane_step *= 2;
    } else {
        layout.labels = std::max(widest, text_width("bank", style::ruler_size)) + 12;
        layout.gap = 2;
        const auto columns = static_cast<float>(std::max<std::size_t>(panel.columns.size(), 1));
        const float fits = (room - layout.labels) / columns - layout.gap;
        layout.part = std::clamp(std::floor(fits), 1.0F, 17.0F);
        layout.lane = widest > 30 && panel.lanes.size() <= many ? 13.0F : 7.0F;
        while (layout.lane * static_cast<float>(layout.lane_step) < 11) layout.lane_step *= 2;
    }
    while (layout.column_width(panel) * static_cast<float>(layout.column_step) < name) ++layout.column_step;
    layout.name_lines = panel.parts > 1 && layout.column_step == 2 ? 2 : 1;
    for (std::uint32_t c = 0; c < panel.columns.size(); ++c) {
        layout.names_lanes = panel.parts > 1 && text_width(lanes_of(panel, c), style::ruler_size) + 4 <=
                                                    layout.column_width(panel);
        if (!layout.names_lanes) break;
    }
    return layout;
}

}  // namespace

std::string lanes_of(const LanePanel& panel, std::uint32_t column) {
    std::set<std::uint32_t> lanes;
    for (const auto& touch : panel.touches)
        if (touch.column == column) lanes.insert(touch.lane);
    std::string names;
    for (auto at = lanes.begin(); at != lanes.end();) {
        auto last = at;
        while (std::next(last) != lanes.end() && *std::next(last) == *last + 1) ++last;
        if (*last - *at < 2) last = at;  // two neighbours are named one by one
        names += (names.empty() ? "" : ", ") + panel.lanes[*at];
        if (last != at) names += " to " + panel.lanes[*last];
        at = std::next(last);
    }
    return names;
}

float LanePanelLayout::width(const LanePanel& panel) const {
    const float columns = column_width(panel) * static_cast<float>(panel.columns.size()) - gap;
    if (panel.parts == 1) return labels + columns;
    return labels + std::max(columns, lane * static_cast<float>(panel.lanes.size()));
}

float LanePanelLayout::height(const LanePanel& panel) const {
    return panel.parts > 1 ? lane_height + connector_height + sector_height
                           : lane * static_cast<float>(panel.lanes.size());
}

Rect LanePanelLayout::lane_box(std::uint32_t at_lane) const {
    return {left + lanes_left + lane * static_cast<float>(at_lane), top, lane - 1, lane_height};
}

Rect LanePanelLayout::cell(const LanePanel& panel, std::uint32_t at_lane, std::uint32_t column,
                           std::uint32_t at_part) const {
    const float x = left + sectors_left + column_width(panel) * static_cast<float>(column) +
                    part * static_cast<float>(at_part);
    if (panel.parts > 1) return {x, top + lane_height + connector_height, part, sector_height};
    return {x, top + lane * static_cast<float>(at_lane), part, lane};
}

LaneMapLayout lay_out(const LaneMap& map, int width, float top) {
    LaneMapLayout all;
    const float room = static_cast<float>(width) - 2 * style::margin;
    float x = style::margin, y = top, line_bottom = top, right = 0, labels = 0;
    std::vector<float> own_labels;
    for (const LanePanel& panel : map.panels) {
        own_labels.push_back(measured(panel, room).labels);
        labels = std::max(labels, own_labels.back());
    }
    for (std::size_t i = 0; i < map.panels.size(); ++i) {
        const LanePanel& panel = map.panels[i];
        LanePanelLayout layout = measured(panel, room + own_labels[i] - labels);
        layout.labels = labels;  // of all panels, so that they are in line
        const float across = std::max({layout.width(panel),
                                       layout.labels + text_width(panel.title, style::body_size, Face::bold),
                                       layout.labels + text_width(panel.total, style::label_size)});
        if (x > style::margin && x + across > room + style::margin) {
            x = style::margin;
            y = line_bottom + between_y;
        }
        layout.left = x + layout.labels;
        layout.top = y + (panel.parts > 1 ? heading - 14 : heading);
        line_bottom = std::max(line_bottom, layout.top + layout.height(panel) + sums +
                                                (layout.names_lanes ? names : 0) +
                                                names * static_cast<float>(layout.name_lines - 1));
        right = std::max(right, x + across);
        x += across + between_x;
        all.panels.push_back(layout);
    }
    all.bottom = line_bottom;
    all.width = static_cast<int>(std::ceil(framed_width(right, map.title, 1)));
    return all;
}

}  // namespace pbp::picture
