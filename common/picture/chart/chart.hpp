// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

enum class AxisScale : unsigned char {
    linear,  ///< from 0
    log2,    ///< a tick a power of two
    log10,   ///< ticks at 1, 2 and 5 times powers of ten
};

struct Axis {
    std::string title;  ///< with its unit
    AxisScale scale = AxisScale::linear;
};

/// A measured value. On a logarithmic axis it must be above 0; a point that is not is left out.
struct ChartPoint {
    double x = 0, y = 0;
    double low = 0, high = 0;  ///< its spread, drawn as a whisker where low < high
    bool best = false;         ///< ringed, with `label` beside it
    std::string label = {};
};

enum class CurveStyle : unsigned char {
    solid,
    stressed,  ///< a heavier line: what the chart is about
    pale,      ///< a thin, light line, for comparison
    dashed,    ///< something of another kind, to compare with
    bound,     ///< dashed, grey, without marks: what the others can reach at most
};

/// Points that belong together, joined in the order in which they stand.
struct Curve {
    std::string name;  ///< stands at the curve's end
    std::vector<ChartPoint> points;
    CurveStyle style = CurveStyle::solid;
};

/// Measured values over a number that somebody chose.
struct Chart {
    std::string title;
    std::string how_to_read;         ///< one sentence
    std::vector<std::string> notes;  ///< what one must know before one believes it
    Axis x, y;
    std::vector<Curve> curves;
};

/// Draws a chart: title, notes, axes with their units, curves told apart by colour and by the shape of their
/// marks, each with its name at its end, and the sentence on how to read it.
Canvas draw(const Chart& chart);

}  // namespace pbp::picture
