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

    double low() const { return empty_ ? 0 : low_; }
    double high() const { return empty_ ? 0 : high_; }
    bool has_nan() const { return nan_; }

    /// cividis from low to high; its middle if all are equal; grey for NaN; the ends for infinities.
    Color color(double value) const;

    /// Draws name, numbers and colours with the top left corner at `at`; returns the width. 18 pixels high.
    float draw(Canvas& canvas, Point at, const std::string& name) const;

  private:
    bool empty_ = true, nan_ = false;
    double low_ = 0, high_ = 0;
};

}  // namespace pbp::picture
