// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <vector>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/scale.hpp"
#include "common/picture/diagram/grid.hpp"

namespace pbp::picture {

/// Summary of the cells of all panels.
struct Contents {
    ValueScale scale;
    std::set<double> categories;
    bool absent = false, highlight = false;
};

Contents contents_of(const Grid& grid);

/// The colour of a value: its category's, or from the scale.
Color color_of(const Grid& grid, const Contents& contents, double value);

/// The ring of a highlighted cell.
void draw_ring(Canvas& canvas, const Rect& cell);

/// The legend of the categories and marks that occur.
std::vector<LegendItem> grid_legend(const Grid& grid, const Contents& contents);

}  // namespace pbp::picture
