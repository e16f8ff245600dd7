// SPDX-License-Identifier: MIT
// Round and slanted shapes: a pixel's coverage is computed from its distance to the shape's edge.
#include <algorithm>
#include <array>
#include <cmath>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {
namespace {

struct Span {
    int first, last;
};

/// The pixels of 0..most that a shape between low and high can touch.
Span pixels(float low, float high, int most) {
    const auto limit = static_cast<float>(most);
    return {static_cast<int>(std::clamp(std::floor(low) - 1, 0.0F, limit)),
            static_cast<int>(std::clamp(std::ceil(high) + 1, 0.0F, limit))};
}

Point center(int x, int y) {
    return {static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
}

/// The share of a pixel covered by a stroke whose centre line is at `distance`; strokes thinner than a pixel
/// are paler.
float stroke(float distance, float thickness) {
    return std::clamp(thickness / 2 + 0.5F - distance, 0.0F, std::min(thickness, 1.0F));
}

}  // namespace

template <typename Coverage>
void Canvas::cover(Point low, Point high, Color color, Coverage coverage) {
    const Span rows = pixels(low.y, high.y, height_), columns = pixels(low.x, high.x, width_);
    for (int y = rows.first; y < rows.last; ++y)
        for (int x = columns.first; x < columns.last; ++x) blend(x, y, color, coverage(center(x, y)));
}

void Canvas::line(Point from, Point to, Color color, float thickness) {
    const float dx = to.x - from.x, dy = to.y - from.y;
    const float length = std::hypot(dx, dy);
    if (length <= 0 || !std::isfinite(length)) return;
    const float ux = dx / length, uy = dy / length, reach = thickness / 2 + 1;
    const Span rows = pixels(std::min(from.y, to.y) - reach, std::max(from.y, to.y) + reach, height_);
    for (int y = rows.first; y < rows.last; ++y) {
        float low = std::min(from.x, to.x) - reach, high = std::max(from.x, to.x) + reach;
        if (std::abs(uy) > 1e-3F) {  // only the part of the row near the line
            const float middle = from.x + (static_cast<float>(y) + 0.5F - from.y) * ux / uy;
            const float half = (reach + 1) / std::abs(uy);
            low = std::max(low, middle - half);
            high = std::min(high, middle + half);
        }
        const Span columns = pixels(low, high, width_);
        for (int x = columns.first; x < columns.last; ++x) {
            const Point p = center(x, y);
            const float along = (p.x - from.x) * ux + (p.y - from.y) * uy;
            const float across = std::abs((p.x - from.x) * uy - (p.y - from.y) * ux);
            const float ends = std::clamp(std::min(along, length - along) + 0.5F, 0.0F, 1.0F);
            blend(x, y, color, ends * stroke(across, thickness));
        }
    }
}

void Canvas::arrow(Point from, Point to, Color color, float thickness, float head) {
    const float dx = to.x - from.x, dy = to.y - from.y;
    const float length = std::hypot(dx, dy);
    if (length <= 0 || !std::isfinite(length)) return;
    const float ux = dx / length, uy = dy / length, depth = std::min(head, length), wing = depth * 0.5F;
    const Point neck{to.x - ux * depth, to.y - uy * depth};
    // The shaft ends inside the head, to keep the tip sharp.
    if (length > depth) line(from, {to.x - ux * depth * 0.6F, to.y - uy * depth * 0.6F}, color, thickness);
    polygon(std::array<Point, 3>{to, Point{neck.x - uy * wing, neck.y + ux * wing},
                                 Point{neck.x + uy * wing, neck.y - ux * wing}},
            color);
}

void Canvas::curve(Point from, Point to, Color color, float thickness) {
    if (from.y > to.y) std::swap(from, to);
    const float height = to.y - from.y, across = to.x - from.x;
    if (height <= 0 || !std::isfinite(height * across)) return;
    const auto middle = [&](float t) { return from.x + across * (0.5F * t + 0.5F * t * t * (3 - 2 * t)); };
    const Span rows = pixels(from.y + 1, to.y - 1, height_);
    for (int y = rows.first; y < rows.last; ++y) {
        const float rise = static_cast<float>(y) + 0.5F - from.y;
        const float t = std::clamp(rise / height, 0.0F, 1.0F);
        const float ends = std::clamp(std::min(rise, height - rise) + 0.5F, 0.0F, 1.0F);
        const float slope = across * (0.5F + 3 * t * (1 - t)) / height;
        const float upright = 1 / std::hypot(1.0F, slope);
        const float half = (thickness / 2 + 1) / upright;
        const Span columns = pixels(middle(t) - half, middle(t) + half, width_);
        for (int x = columns.first; x < columns.last; ++x) {
            const float distance = std::abs(center(x, y).x - middle(t)) * upright;
            blend(x, y, color, ends * stroke(distance, thickness));
        }
    }
}

void Canvas::polygon(std::span<const Point> corners, Color color) {
    if (corners.size() < 3) return;
    float left = corners[0].x, right = left, top = corners[0].y, bottom = top, area = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Point a = corners[i], b = corners[(i + 1) % corners.size()];
        left = std::min(left, a.x), right = std::max(right, a.x);
        top = std::min(top, a.y), bottom = std::max(bottom, a.y);
        area += a.x * b.y - b.x * a.y;
    }
    const float side = area > 0 ? 1.0F : -1.0F;
    cover({left, top}, {right, bottom}, color, [&](Point p) {
        float inside = 1;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Point a = corners[i], b = corners[(i + 1) % corners.size()];
            const float length = std::hypot(b.x - a.x, b.y - a.y);
            if (length <= 0) continue;
            const float depth = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length * side;
            inside = std::min(inside, depth + 0.5F);
        }
        return inside;
    });
}

void Canvas::disc(Point middle, float radius, Color color) {
    cover({middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius}, color,
          [&](Point p) { return radius + 0.5F - std::hypot(p.x - middle.x, p.y - middle.y); });
}

void Canvas::ring(Point middle, float radius, Color color, float thickness) {
    const float reach = radius + thickness / 2;
    cover({middle.x - reach, middle.y - reach}, {middle.x + reach, middle.y + reach}, color, [&](Point p) {
        return stroke(std::abs(std::hypot(p.x - middle.x, p.y - middle.y) - radius), thickness);
    });
}

}  // namespace pbp::picture
