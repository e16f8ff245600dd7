// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

enum class AxisScale : unsigned char {
    linear,  ///< from 0
    log2,    ///< one tick per power of two
    log10,   ///< ticks at 1, 2 and 5 times powers of ten
};

struct Axis {
    std::string title;  ///< with its unit
    AxisScale scale = AxisScale::linear;
};

/// A measured value. On a logarithmic axis it must be above 0; otherwise the point is omitted.
struct ChartPoint {
    double x = 0, y = 0;
    double low = 0, high = 0;  ///< its spread, drawn as a whisker where low < high
    bool best = false;         ///< ringed, with `label` beside it; on a bound only the label
    std::string label = {};
};

enum class CurveStyle : unsigned char {
    solid,
    stressed,  ///< a heavier line: what the chart is about
    pale,      ///< a thin, light line, for comparison
    dashed,    ///< something of another kind, for comparison
    bound,     ///< dashed, grey, without marks: the upper limit of the others
    path,      ///< thin arrows from point to point, without marks: the order of other curves' points
};

/// Points of one series, joined in the given order.
struct Curve {
    std::string name;  ///< at the curve's end; empty: none
    std::vector<ChartPoint> points;
    CurveStyle style = CurveStyle::solid;
    std::vector<std::size_t> also = {};  ///< curves without a name whose marks are at this one's name, too
};

/// Measured values as a function of a chosen number.
struct Chart {
    std::string title;
    std::string how_to_read;         ///< one sentence
    std::vector<std::string> notes;  ///< caveats that the reader must know
    Axis x, y;
    std::vector<Curve> curves;
};

/// Draws a chart: title, notes, axes with their units, curves that differ in colour and in the shape of their
/// marks, each with its name at its end, and the sentence on how to read it.
Canvas draw(const Chart& chart);

}  // namespace pbp::picture
