// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/diagram/grid.hpp"

namespace pbp::picture {

/// The position of one panel, and how much of it is shown.
struct PanelPlace {
    float left = 0, top = 0;  ///< of its first cell
    float heading = 0;        ///< baseline of the heading above its title
    int columns = 0, rows = 0;
};

/// The layout of a grid, in pixels; pure, so that it can be tested without a picture.
struct GridLayout {
    std::vector<PanelPlace> panels;
    std::vector<std::string> notes;  ///< what is left out
    float side = 0;                  ///< of a cell including the space to its neighbour
    float text_size = 0;             ///< 0: the texts do not fit
    float group_gap = 0;
    float row_ruler = 0;  ///< width of the row numbers
    float bottom = 0;
    int width = 0;

    /// The coloured area of a cell.
    Rect cell(const Grid& grid, std::size_t panel, int column, int row) const;
};

/// The number of a row of a panel; that of its first row also has the name of what is counted.
std::string row_number(const Grid& grid, const Panel& panel, int row);

/// `top` is where the panels may begin.
GridLayout lay_out(const Grid& grid, int width, float top);

}  // namespace pbp::picture
