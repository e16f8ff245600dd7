// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {

/// One access that the lanes of a subgroup make together, and what serves them, one column each: sectors of
/// memory, with several words, or banks of shared memory, with one. Sectors are one line below a line of
/// lanes, with a connector from each lane to its words; banks have a row for each lane, so that queues show.
struct LanePanel {
    /// A sector or bank; it has `parts` adjacent words.
    struct Column {
        std::string name;
        bool apart = false;  ///< columns between it and the previous one are left out
    };
    /// A word that a lane accesses.
    struct Touch {
        std::uint32_t lane = 0, column = 0, part = 0;
        bool waits = false;  ///< the column cannot serve it together with the others
    };
    std::string title;
    std::string total;               ///< what the access costs, in one line
    std::vector<std::string> lanes;  ///< one label per lane, from top to bottom
    std::uint32_t parts = 1;
    std::vector<Column> columns;
    std::vector<Touch> touches;
};

/// Panels side by side (wrapped to the picture's width) under one title.
struct LaneMap {
    std::string title;
    std::string how_to_read;
    std::string touched_name = "touched by a lane";
    std::string waits_name = "waits for another lane";
    std::vector<LanePanel> panels;
};

/// The layout of a panel, in pixels; pure, so that it can be tested without a picture.
struct LanePanelLayout {
    float left = 0, top = 0;                       ///< of the first lane's first part
    float part = 0;                                ///< width of a part
    float gap = 0;                                 ///< between columns
    float lane = 0;                                ///< height of a row; of sectors: width of a lane
    float lanes_left = 0, sectors_left = 0;        ///< of the lines of lanes and sectors, from `left`
    float labels = 0;                              ///< width of the labels at the left
    std::uint32_t lane_step = 1, column_step = 1;  ///< draws every n-th label in a line
    std::uint32_t name_lines = 1;                  ///< below sectors: in two, neighbours take turns
    bool names_lanes = false;                      ///< there is room for the lanes of each sector below it
    float column_width(const LanePanel& panel) const { return part * static_cast<float>(panel.parts) + gap; }
    float width(const LanePanel& panel) const;   ///< with labels
    float height(const LanePanel& panel) const;  ///< of the rows alone, or of lanes, connectors and sectors
    /// The word that a lane touches: in its own row, or in the line of sectors.
    Rect cell(const LanePanel& panel, std::uint32_t lane, std::uint32_t column, std::uint32_t part) const;
    /// A lane in the line above sectors.
    Rect lane_box(std::uint32_t lane) const;
};
struct LaneMapLayout {
    std::vector<LanePanelLayout> panels;
    float bottom = 0;
    int width = 0;
};
/// The lanes that touch a column, e.g. "0, 16" or "0 to 7".
std::string lanes_of(const LanePanel& panel, std::uint32_t column);

/// `top` is where the panels may begin.
LaneMapLayout lay_out(const LaneMap& map, int width, float top);

Canvas draw(const LaneMap& map, int width = style::width);

}  // namespace pbp::picture
