// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <vector>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/scale.hpp"
#include "common/picture/diagram/grid.hpp"

namespace pbp::picture {

/// What the cells of all panels hold.
struct Contents {
    ValueScale scale;
    std::set<double> categories;
    bool absent = false, highlight = false;
};

Contents contents_of(const Grid& grid);

/// The colour of a value: its category's, or its place on the scale.
Color color_of(const Grid& grid, const Contents& contents, double value);

/// The ring of a highlighted cell.
void draw_ring(Canvas& canvas, const Rect& cell);

/// The categories and the marks that the cells have.
std::vector<LegendItem> grid_legend(const Grid& grid, const Contents& contents);

}  // namespace pbp::picture
