// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

enum class BarStyle : unsigned char {
    solid,
    stressed,  ///< darker: what the chart is about
    striped,   ///< something of another kind, for comparison
};

/// A measured value, at least 0.
struct Bar {
    std::string name;  ///< at its left
    double value = 0;
    double low = 0, high = 0;  ///< its spread, drawn as a whisker where low < high
    std::string label = {};    ///< beside its end, or inside if there is no room
    std::string missing = {};  ///< if there is no value: why, shown instead of the bar
    BarStyle style = BarStyle::solid;
    bool apart = false;  ///< a gap above it
};

/// A reference value for the bars, drawn as a vertical line through all of them.
struct BarLine {
    double value = 0;
    std::string label;  ///< above the line
};

/// Values as horizontal bars, from top to bottom.
struct BarChart {
    std::string title;
    std::string how_to_read;         ///< one sentence
    std::vector<std::string> notes;  ///< caveats that the reader must know
    std::string x_title;             ///< with its unit
    std::vector<Bar> bars;
    std::vector<BarLine> lines;
    bool logarithmic = false;  ///< no zero where bars could begin: dots, rings where they would be striped
};

/// Draws bars from a common zero, or dots on a logarithmic axis: title, notes, names, labels, lines
/// with their labels, an axis, and the sentence on how to read it. Kinds differ in lightness and pattern, so
/// colour is not needed.
Canvas draw(const BarChart& chart);

}  // namespace pbp::picture
