// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "common/picture/canvas/style.hpp"
#include "common/picture/diagram/lane_map.hpp"

namespace pbp::picture {
namespace {

constexpr float between_x = 44, between_y = 22;
constexpr float heading = 62;  ///< title, total and column names of a panel
constexpr float sums = 26;     ///< below its rows

LanePanelLayout measured(const LanePanel& panel, float room) {
    LanePanelLayout layout;
    float widest = 0;
    for (const auto& label : panel.lanes) widest = std::max(widest, text_width(label, style::ruler_size));
    layout.labels = std::max(widest, text_width("lane", style::ruler_size)) + 12;
    layout.gap = panel.parts > 1 ? 6.0F : 2.0F;
    const auto columns = static_cast<float>(std::max<std::size_t>(panel.columns.size(), 1));
    const auto parts = static_cast<float>(std::max(panel.parts, 1u));
    const float fits = ((room - layout.labels) / columns - layout.gap) / parts;
    layout.part = std::clamp(std::floor(fits), 1.0F, panel.parts > 1 ? 5.0F : 17.0F);
    // Labels that are words are read individually; plain lane numbers are only counted.
    layout.lane = widest > 30 ? 13.0F : 7.0F;
    while (layout.lane * static_cast<float>(layout.lane_step) < 11) layout.lane_step *= 2;
    float name = 0;
    for (const auto& column : panel.columns)
        name = std::max(name, text_width(column.name, style::ruler_size) + 5);
    while (layout.column_width(panel) * static_cast<float>(layout.column_step) < name) ++layout.column_step;
    return layout;
}

}  // namespace

float LanePanelLayout::width(const LanePanel& panel) const {
    return labels + column_width(panel) * static_cast<float>(panel.columns.size()) - gap;
}

float LanePanelLayout::height(const LanePanel& panel) const {
    return lane * static_cast<float>(panel.lanes.size());
}

Rect LanePanelLayout::cell(const LanePanel& panel, std::uint32_t at_lane, std::uint32_t column,
                           std::uint32_t at_part) const {
    return {left + column_width(panel) * static_cast<float>(column) + part * static_cast<float>(at_part),
            top + lane * static_cast<float>(at_lane), part, lane};
}

LaneMapLayout lay_out(const LaneMap& map, int width, float top) {
    LaneMapLayout all;
    const float room = static_cast<float>(width) - 2 * style::margin;
    float x = style::margin, y = top, line_bottom = top, right = 0;
    for (const LanePanel& panel : map.panels) {
        LanePanelLayout layout = measured(panel, room);
        const float across = std::max({layout.width(panel),
                                       layout.labels + text_width(panel.title, style::body_size, Face::bold),
                                       layout.labels + text_width(panel.total, style::label_size)});
        if (x > style::margin && x + across > room + style::margin) {
            x = style::margin;
            y = line_bottom + between_y;
        }
        layout.left = x + layout.labels;
        layout.top = y + heading;
        line_bottom = std::max(line_bottom, layout.top + layout.height(panel) + sums);
        right = std::max(right, x + across);
        x += across + between_x;
        all.panels.push_back(layout);
    }
    all.bottom = line_bottom;
    const float title =
        std::min(text_width(map.title, style::title_size, Face::bold) + 2 * style::margin + 1, 900.0F);
    all.width = static_cast<int>(std::ceil(std::max({right + style::margin, style::least_width, title})));
    return all;
}

}  // namespace pbp::picture
