// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// The range of values in a picture, and the colour of each.
class ValueScale {
  public:
    /// Extends the range to `value`; NaN and infinities are noted but do not extend it.
    void add(double value);

    /// Sums grow: gives the values from low up to `middle` half of the colours, the larger ones the other
    /// half, by a logarithm. Ignored unless low < middle < the mean of low and high.
    void bend(double middle);

    double low() const { return empty_ ? 0 : low_; }
    double high() const { return empty_ ? 0 : high_; }
    bool has_nan() const { return nan_; }

    /// The value at the middle of the colours.
    double middle() const { return at(0.5); }

    /// cividis from low to high; its middle if all are equal; grey for NaN; the ends for infinities.
    Color color(double value) const;

    /// Draws name, numbers and colours with the top left corner at `at`, and `nan` beside the colour of NaN
    /// if there is one; returns the width. 18 pixels high.
    float draw(Canvas& canvas, Point at, const std::string& name, const std::string& nan = "nan") const;

  private:
    double at(double share) const;  ///< the value at a share of the colours

    bool empty_ = true, nan_ = false;
    double low_ = 0, high_ = 0;
    double unit_ = 0;  ///< colours are linear up to about so far from low, logarithmic beyond; 0: all linear
};

}  // namespace pbp::picture
