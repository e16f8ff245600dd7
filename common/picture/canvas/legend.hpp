// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// A sample of a mark and what it means.
struct LegendItem {
    float width = 18;                            ///< of the sample
    float height = 18;                           ///< of the sample
    std::function<void(Canvas&, Point)> sample;  ///< draws it with its top left corner at this point
    std::string text;
};

/// Draws the items in lines from `at` to `right`; returns the position below them.
float draw_legend(Canvas& canvas, Point at, float right, const std::vector<LegendItem>& items);

}  // namespace pbp::picture
