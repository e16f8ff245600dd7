// SPDX-License-Identifier: MIT
#include "common/picture/chart/chart_frame.hpp"

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {

float draw_header(Canvas& canvas, const std::string& title, const std::vector<std::string>& notes,
                  float width) {
    const float left = style::margin, room = width - 2 * style::margin;
    float y = paragraph(canvas, {left, 22}, title, room, style::title_size, style::ink, Face::bold) + 4;
    for (const auto& note : notes)
        y = paragraph(canvas, {left, y}, note, room, style::label_size, style::notice, Face::bold) + 4;
    return y;
}

float draw_footer(Canvas& canvas, const std::string& how_to_read, float top, float width) {
    return paragraph(canvas, {style::margin, top}, how_to_read, std::min(width - 2 * style::margin, 900.0F),
                     style::body_size, style::secondary) +
           16;
}

void draw_dashes(Canvas& canvas, std::span<const Point> points, Color color, float thickness) {
    constexpr float dash = 9, gap = 6;
    float done = 0;  // position in the pattern at the last corner
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point from = points[i - 1], to = points[i];
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        if (!(length > 0) || !std::isfinite(length)) continue;
        const auto along = [&](float at) {
            const float share = std::clamp(at / length, 0.0F, 1.0F);
            return Point{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
        };
        for (float at = -done; at < length; at += dash + gap)
            if (at + dash > 0) canvas.line(along(at), along(at + dash), color, thickness);
        done = std::fmod(done + length, dash + gap);
    }
}

}  // namespace pbp::picture
