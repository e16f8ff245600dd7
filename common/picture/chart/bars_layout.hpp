// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/picture/canvas/style.hpp"
#include "common/picture/chart/bars.hpp"
#include "common/picture/chart/chart_layout.hpp"

namespace pbp::picture {

constexpr float dot_radius = 7;  ///< on a logarithmic axis

/// The layout on a canvas of `width` pixels.
struct BarLayout {
    int width = style::width;
    Rect plot;  ///< inside the axes
    AxisRange x;
    float name_room = 0;       ///< pixels for the names at the left of the plot
    std::vector<Rect> bars;    ///< zero width if a value is missing
    std::vector<Rect> labels;  ///< one per bar, including those with a missing value
    std::vector<bool> inside;  ///< true for a label inside its bar
    std::vector<Rect> line_labels;

    /// The x coordinate of a value; the plot's edge if it is out of range.
    float at(double value) const;
};

/// Labels are after their bars where they cross no line there, otherwise inside; the labels of lines are
/// above the plot, in separate rows where they would touch.
BarLayout lay_out(const BarChart& chart, float header_height);

}  // namespace pbp::picture
