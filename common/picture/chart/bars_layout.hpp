// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/picture/chart/bars.hpp"
#include "common/picture/chart/chart_layout.hpp"

namespace pbp::picture {

/// Where everything stands on a canvas of `width` pixels.
struct BarLayout {
    int width = 1100;
    Rect plot;  ///< inside the axes
    AxisRange x;
    float name_room = 0;       ///< pixels for the names at the left of the plot
    std::vector<Rect> bars;    ///< of no width where a value is missing
    std::vector<Rect> labels;  ///< one a bar, also where it says what is missing
    std::vector<bool> inside;  ///< true for a label that stands in its bar
    std::vector<Rect> line_labels;

    /// The pixel column of a value; the plot's edge for one beyond it.
    float at(double value) const;
};

/// Labels stand behind their bars where they cross no line there, else inside; those of lines above the plot,
/// a row each where they would touch.
BarLayout lay_out(const BarChart& chart, float header_height);

}  // namespace pbp::picture
