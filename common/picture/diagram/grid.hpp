// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {

/// One cell of a panel: its number, its text (may be two short lines separated by '\n'), and whether it is
/// highlighted.
struct GridCell {
    double value = 0;        ///< chooses the colour
    std::string text;        ///< drawn if it fits
    bool absent = false;     ///< an empty outline
    bool highlight = false;  ///< ringed
};

/// A 2-D array of cells, row by row, with dividers every `group_width` columns and `group_height` rows.
struct Panel {
    std::string title;
    int columns = 0, rows = 0;
    int group_width = 0, group_height = 0;          ///< 0: none
    std::vector<GridCell> cells;                    ///< columns * rows of them
    std::uint32_t first_column = 0, first_row = 0;  ///< where the rulers begin, for part of a larger array
    std::string heading = {};  ///< above this panel and those after it, on a new line; empty: none
};

/// Panels side by side (wrapped to the picture's width) under one title and one colour scale.
struct Grid {
    std::string title;
    std::string how_to_read;
    std::string value_name = "value";
    bool categorical = false;  ///< values are small ids: adjacent ids get distinct colours
    std::vector<Panel> panels;
    std::string absent_name = "outside the data";  ///< what the legend calls absent cells
    int across = 1;  ///< number of panels side by side, with smaller cells if necessary
    std::string column_name = {}, row_name = {};  ///< of what the rulers count, such as x and y
    std::map<double, std::string> names = {};     ///< what the legend calls ids, if not by their numbers
};

Canvas draw(const Grid& grid, int width = style::width);

}  // namespace pbp::picture
