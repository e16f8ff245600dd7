// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/scale.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::picture {

/// The size at which the numbers of the rows fit into cells, and whether some had to be shortened; 0: they do
/// not fit.
struct NumberFit {
    float size = 0;
    bool shortened = false;
};
NumberFit fit_numbers(const std::vector<const record::Pass*>& rows, std::uint32_t elements, float width,
                      float height);

/// Draws one cell of a strip with its mark, and its number at `number_size` (0: none).
void draw_cell(Canvas& canvas, const Rect& cell, double value, CellMark mark, const ValueScale& scale,
               float number_size);

/// Draws the ring of a wrong cell, after all cells, since it reaches over its neighbours.
void draw_wrong(Canvas& canvas, const Rect& cell);

/// A sample of each mark in the rows.
std::vector<LegendItem> cell_legend(const std::vector<const record::Pass*>& rows, std::uint32_t elements,
                                    const std::string& wrong_means);

}  // namespace pbp::picture
