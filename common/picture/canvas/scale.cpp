// SPDX-License-Identifier: MIT
#include "common/picture/canvas/scale.hpp"

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
    // Halved, since the range itself may overflow a double.
    return cividis((value / 2 - low_ / 2) / (high_ / 2 - low_ / 2));
}

float ValueScale::draw(Canvas& canvas, Point at, const std::string& name) const {
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
        x = std::round(x);  // whole columns; otherwise each would blend with the background
        for (float i = 0; i < length; ++i)
            canvas.fill({x + i, at.y + 2, 1, height}, cividis(i / (length - 1)));
        x += length + 6;
        word(full_number(high_), style::secondary, Face::sans, 10);
    }
    if (nan_) {
        swatch(std::nan(""));
        word("nan", style::secondary, Face::sans, 10);
    }
    return x - at.x;
}

}  // namespace pbp::picture
