// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/typeface.hpp"

namespace pbp::picture {
namespace {

/// Calls visit(pen, code point) for each character, with the pen starting at 0; returns the pen after the
/// last one.
template <typename Visit>
float walk(std::string_view utf8, float size, Face face, Visit visit) {
    float pen = 0;
    char32_t before = 0;
    while (!utf8.empty()) {
        const char32_t now = next_code_point(utf8);
        if (before != 0) pen += kerning(face, size, before, now);
        visit(pen, now);
        pen += glyph(face, size, now, 0).advance;
        before = now;
    }
    return pen;
}

}  // namespace

float text_width(std::string_view utf8, float size, Face face) {
    return walk(utf8, size, face, [](float, char32_t) {});
}

void Canvas::text(Point at, std::string_view utf8, float size, Color color, Align align, Face face) {
    if (align != Align::left) {
        const float width = text_width(utf8, size, face);
        at.x -= align == Align::right ? width : width / 2;
    }
    // A whole-pixel baseline keeps horizontal strokes sharp; quarter pixels across keep the spacing even.
    const int baseline = static_cast<int>(std::lround(at.y));
    double under = 0, covered = 0;  // the luminance under the letters
    walk(utf8, size, face, [&](float pen, char32_t code_point) {
        const auto quarters = std::lround((at.x + pen) * 4);
        const int quarter = static_cast<int>(((quarters % 4) + 4) % 4);
        const int column = static_cast<int>((quarters - quarter) / 4);
        const Glyph& shape = glyph(face, size, code_point, quarter);
        for (int y = 0; y < shape.height; ++y) {
            for (int x = 0; x < shape.width; ++x) {
                const auto i = static_cast<std::size_t>(y * shape.width + x);
                const int left = column + shape.left + x, top = baseline + shape.top + y;
                const float coverage = static_cast<float>(shape.coverage[i]) / 255.0F;
                if (const Color below = this->at(left, top); below.a > 0 && coverage > 0) {
                    under += coverage * relative_luminance(below);
                    covered += coverage;
                }
                blend(left, top, color, coverage);
            }
        }
    });
    if (covered <= 0) return;
    const double now = contrast(relative_luminance(color), under / covered);
    const bool first = legibility_.smallest <= 0;
    legibility_.smallest = first ? size : std::min(legibility_.smallest, size);
    legibility_.contrast = first ? now : std::min(legibility_.contrast, now);
}

}  // namespace pbp::picture
