// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/picture/canvas/style.hpp"
#include "common/picture/chart/chart.hpp"

namespace pbp::picture {

struct Tick {
    double value = 0;
    std::string text;
};

/// The range of an axis, and its mapping of values: 0 at the low end, 1 at the high one.
class AxisRange {
  public:
    AxisRange(AxisScale scale, const std::vector<double>& values);

    const std::vector<Tick>& ticks() const { return ticks_; }
    double low() const { return low_; }
    double high() const { return high_; }
    /// None for a value that the scale cannot show.
    std::optional<float> place(double value) const;

  private:
    AxisScale scale_;
    double low_ = 0, high_ = 1;
    std::vector<Tick> ticks_;
};

/// Per curve and point; none for a point that the axes cannot show.
using Marks = std::vector<std::vector<std::optional<Point>>>;

/// The layout on a canvas of `width` pixels.
struct ChartLayout {
    int width = style::width;
    Rect plot;  ///< inside the axes
    AxisRange x, y;

    /// None for a point that the axes cannot show.
    std::optional<Point> at(double x_value, double y_value) const;
    /// The height of each curve's name beside the plot, moved apart so that none covers another; none for a
    /// curve without points or name.
    std::vector<std::optional<float>> name_heights(const Chart& chart) const;
    /// Where the marks of all points are: beside a point whose mark another one would cover.
    Marks marks(const Chart& chart) const;
};

ChartLayout lay_out(const Chart& chart, float header_height);

/// Heights as close as possible to the wanted ones, at least `apart` pixels from each other, and between top
/// and bottom if there is room. In the order of `wanted`.
std::vector<float> spread_apart(const std::vector<float>& wanted, float apart, float top, float bottom);

}  // namespace pbp::picture
