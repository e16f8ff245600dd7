// SPDX-License-Identifier: MIT
#include "common/picture/chart/chart_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {

namespace {

constexpr std::size_t kinds = 7, colors = 9;
constexpr float radius = 5;

/// Shapes advance by one extra step each time they repeat.
std::size_t shape_of(std::size_t id) {
    return (id + id / kinds) % kinds;
}

void draw_polygon(Canvas& canvas, Point at, std::span<const Point> corners, Color color) {
    std::array<Point, 4> placed;
    for (std::size_t i = 0; i < corners.size(); ++i)
        placed[i] = {at.x + corners[i].x * radius, at.y + corners[i].y * radius};
    canvas.polygon(std::span(placed).first(corners.size()), color);
}

}  // namespace

float draw_header(Canvas& canvas, const std::string& title, const std::vector<std::string>& notes,
                  float width) {
    return draw_notes(canvas, notes, draw_title(canvas, title, width) + 4, width);
}

void draw_dashes(Canvas& canvas, std::span<const Point> points, Color color, float thickness, float dash,
                 float gap) {
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

Color curve_color(std::size_t id) {
    static constexpr std::array<Color, colors> all{{{0x00, 0x72, 0xB2},
                                                    {0xD5, 0x5E, 0x00},
                                                    {0x00, 0x8A, 0x64},
                                                    {0x1C, 0x1E, 0x22},
                                                    {0xB3, 0x5A, 0x8C},
                                                    {0xB0, 0x7A, 0x00},
                                                    {0x35, 0x8F, 0xC7},
                                                    {0x7A, 0x4A, 0x21},
                                                    {0x6A, 0x3D, 0x9A}}};
    return all[id % colors];
}

void draw_mark(Canvas& canvas, Point at, std::size_t id) {
    const Color color = curve_color(id);
    switch (shape_of(id)) {
        case 0:
            return canvas.disc(at, radius, color);
        case 1:
            return canvas.fill({at.x - radius + 0.5F, at.y - radius + 0.5F, 2 * radius - 1, 2 * radius - 1},
                               color);
        case 2:
            return draw_polygon(canvas, at,
                                std::array<Point, 3>{{{0, -1.15F}, {1.1F, 0.85F}, {-1.1F, 0.85F}}}, color);
        case 3:
            return draw_polygon(
                canvas, at, std::array<Point, 4>{{{0, -1.25F}, {1.25F, 0}, {0, 1.25F}, {-1.25F, 0}}}, color);
        case 4:
            return draw_polygon(canvas, at,
                                std::array<Point, 3>{{{0, 1.15F}, {1.1F, -0.85F}, {-1.1F, -0.85F}}}, color);
        case 5:  // open, so that it differs from the filled ones in greyscale too
            canvas.disc(at, radius, style::paper);
            return canvas.ring(at, radius - 1, color, 2);
        default:
            canvas.line({at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}, color, 2.5F);
            return canvas.line({at.x - radius, at.y + radius}, {at.x + radius, at.y - radius}, color, 2.5F);
    }
}

void draw_open_mark(Canvas& canvas, Point at, std::size_t id) {
    static constexpr std::array<std::array<Point, 4>, 4> outlines{
        {{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}},
         {{{0, -1.4F}, {1.4F, 0}, {0, 1.4F}, {-1.4F, 0}}},
         {{{0, -1.3F}, {1.2F, 0.9F}, {-1.2F, 0.9F}, {0, -1.3F}}},
         {{{0, 1.3F}, {1.2F, -0.9F}, {-1.2F, -0.9F}, {0, 1.3F}}}}};
    const auto& outline = outlines[id % outlines.size()];
    const auto corner = [&](std::size_t i, float scale) {
        return Point{at.x + outline[i].x * radius * scale, at.y + outline[i].y * radius * scale};
    };
    std::array<Point, 4> inner;
    for (std::size_t i = 0; i < inner.size(); ++i) inner[i] = corner(i, 1);
    canvas.polygon(inner, style::paper);
    for (std::size_t i = 0; i < inner.size(); ++i)
        canvas.line(inner[i], inner[(i + 1) % inner.size()], other_kind, 2);
}

}  // namespace pbp::picture
