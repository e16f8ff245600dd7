// SPDX-License-Identifier: MIT
#include "common/picture/canvas/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {

void ValueScale::add(double value) {
    if (std::isnan(value)) nan_ = true;
    if (!std::isfinite(value)) return;
    low_ = empty_ ? value : std::min(low_, value);
    high_ = empty_ ? value : std::max(high_, value);
    empty_ = false;
}

Color ValueScale::color(double value) const {
    if (std::isnan(value)) return {190, 190, 196};
    if (std::isinf(value)) return cividis(value < 0 ? 0 : 1);
    if (high_ <= low_) return cividis(0.5);
    if (unit_ > 0) return cividis(std::log1p((value - low_) / unit_) / std::log1p((high_ - low_) / unit_));
    // Halved, since the range itself may overflow a double.
    return cividis((value / 2 - low_ / 2) / (high_ / 2 - low_ / 2));
}

void ValueScale::bend(double middle) {
    const double to_middle = middle - low_, to_high = high_ - low_;
    // With x = to_middle and r = to_high, log1p(x / u) = log1p(r / u) / 2 has the solution u = x^2 / (r -
    // 2x).
    unit_ = !empty_ && to_middle > 0 && 2 * to_middle < to_high && std::isfinite(to_high)
                ? to_middle * to_middle / (to_high - 2 * to_middle)
                : 0;
}

double ValueScale::at(double share) const {
    if (unit_ <= 0) return low_ + (high_ - low_) * share;
    return low_ + unit_ * std::expm1(share * std::log1p((high_ - low_) / unit_));
}

float ValueScale::draw(Canvas& canvas, Point at, const std::string& name, const std::string& nan) const {
    constexpr float size = style::label_size, height = 14, length = 168;
    const float baseline = at.y + 14;
    float x = at.x;
    const auto word = [&](const std::string& text, Color color, Face face, float space) {
        canvas.text({x, baseline}, text, size, color, Align::left, face);
        x += text_width(text, size, face) + space;
    };
    const auto swatch = [&](double value) {
        canvas.fill({std::round(x), at.y + 2, height, height}, color(value));
        x += height + 6;
    };
    word(name, style::ink, Face::bold, 10);
    if (empty_) {
        word(nan_ ? "" : "none", style::secondary, Face::sans, 10);
    } else if (high_ <= low_) {
        swatch(low_);
        word("all " + full_number(low_), style::secondary, Face::sans, 10);
    } else {
        word(full_number(low_), style::secondary, Face::sans, 6);
        const auto colors = [&](float from, float to) {
            x = std::round(x);  // whole columns; otherwise each would blend with the background
            for (float i = from; i < to; ++i)
                canvas.fill({x + i - from, at.y + 2, 1, height}, cividis(i / (length - 1)));
            x += to - from + 6;
        };
        colors(0, unit_ > 0 ? length / 2 : length);
        if (unit_ > 0) {  // what is in the middle is no longer obvious
            word(compact_number(middle()), style::secondary, Face::sans, 6);
            colors(length / 2, length);
        }
        word(full_number(high_), style::secondary, Face::sans, 10);
        if (unit_ > 0)
            word(fmt::format("(half of the colours for values up to {})", compact_number(middle())),
                 style::secondary, Face::sans, 10);
    }
    if (nan_) {
        swatch(std::nan(""));
        word(nan, style::secondary, Face::sans, 10);
    }
    return x - at.x;
}

}  // namespace pbp::picture
