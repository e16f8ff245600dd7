// SPDX-License-Identifier: MIT
// Drawing links. Swapped and merely compared differ in shape and weight, not only in colour.
#include <algorithm>
#include <array>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/strip/links.hpp"

namespace pbp::picture {
namespace {

void arrow_head(Canvas& canvas, Point tip, int direction, Color color, float size) {
    const float back = tip.x - static_cast<float>(direction) * size;
    canvas.polygon(std::array{tip, Point{back, tip.y - size * 0.55F}, Point{back, tip.y + size * 0.55F}},
                   color);
}

/// A box around the pair in the row above, and crossing arrows below it if the two swapped.
void box(Canvas& canvas, const Columns& columns, const record::Link& link, float above, float below,
         float cell_height) {
    const LinkLook look = look_of(link.kind);
    const float left = columns.begin(link.from) - 2, right = columns.cell_end(link.to) + 2;
    canvas.frame({left, above - cell_height - 3, right - left, cell_height + 6}, look.color,
                 look.swapped ? 2.0F : 1.0F);
    if (!look.swapped) return;
    const float a = columns.middle(link.from), b = columns.middle(link.to);
    canvas.arrow({a + 1, above + 3}, {b, below - 4}, look.color, 1.8F, 7);
    canvas.arrow({b - 1, above + 3}, {a, below - 4}, look.color, 1.8F, 7);
}

/// A bracket hanging from the two cells above; if they swapped, heavier and extended down to the cells below.
void bracket(Canvas& canvas, float a, float b, const LinkLook& look, float above, float track, float below) {
    const Color color =
        look.swapped ? look.color : mix(look.color, style::paper, look.direction == 0 ? 0 : 0.3);
    const float thickness = look.swapped ? 2.4F : 1.2F;
    for (const float x : {a, b}) {
        if (look.swapped) {
            canvas.arrow({x, above + 1}, {x, below - 1}, color, thickness, 7);
        } else {
            canvas.line({x, above + 1}, {x, track + thickness / 2}, color, thickness);
        }
    }
    canvas.line({a, track}, {b, track}, color, thickness);
    const float head = look.swapped ? 8.0F : 6.5F;
    if (look.direction > 0) arrow_head(canvas, {b, track}, 1, color, head);
    if (look.direction < 0) arrow_head(canvas, {a, track}, -1, color, head);
}

/// Under each element of a bundle: a short pale tick if it was compared, a tall strong one if it swapped.
void tick(Canvas& canvas, float left, float right, const LinkLook& look, float above, float tall) {
    const float height = look.swapped ? tall : tall / 3;
    // Black could be mistaken for a cell with a low value.
    const Color strong = look.direction == 0 ? Color{213, 94, 0} : look.color;
    const Color color = look.swapped ? strong : mix(look.color, style::paper, 0.5);
    canvas.fill({left, above + (tall < 6 ? 1.0F : 3.0F) + tall - height, right - left, height}, color);
}

void flow(Canvas& canvas, float a, float b, Color color, float above, float below, float cell_width) {
    const bool roomy = cell_width >= 9;
    if (!roomy) color.a = 120;  // a dense bundle must not become one dark mass
    const float head = roomy ? 6.0F : 0.0F;
    const float thickness = roomy ? 1.6F : cell_width >= 4 ? 1.0F : 0.6F;
    if (roomy) canvas.disc({a, above + 3}, 2.2F, color);
    canvas.curve({a, above + (roomy ? 3.0F : 0.0F)}, {b, below - head}, color, thickness);
    if (roomy) canvas.arrow({b, below - head - 1}, {b, below - 0.5F}, color, thickness, head);
}

/// The S of Canvas::curve in dashes.
void dashes(Canvas& canvas, Point from, Point to, Color color) {
    constexpr int pieces = 24;
    const auto at = [&](int i) {
        const float t = static_cast<float>(i) / pieces;
        return Point{from.x + (to.x - from.x) * t * t * (3 - 2 * t), from.y + (to.y - from.y) * t};
    };
    for (int i = 0; i < pieces; i += 2) canvas.line(at(i), at(i + 1), color, 1.8F);
}

/// Links of a wrong row that should have been, dashed, or should not. A pair has one from each of its cells.
void against_the_plan(Canvas& canvas, const std::vector<record::Link>& links, bool dashed,
                      const LinkEdge& above, const LinkEdge& below) {
    constexpr float head = 6;
    const auto draw = [&](std::uint32_t from, std::uint32_t to) {
        const float end = below.columns.meet(to, above.columns.middle(from));
        const Point begins{above.columns.meet(from, end), above.y + 2}, ends{end, below.y - head};
        if (dashed)
            dashes(canvas, begins, ends, style::wrong);
        else
            canvas.curve(begins, ends, style::wrong, 1.8F);
        canvas.arrow({end, ends.y - 1}, {end, below.y - 0.5F}, style::wrong, 1.8F, head);
    };
    for (const auto& link : links) {
        draw(link.from, link.to);
        if (!look_of(link.kind).flows) draw(link.to, link.from);
    }
}

void bundles(Canvas& canvas, const LinkPlan& plan, const Columns& columns, float above) {
    for (std::size_t i = 0; i < plan.bundles.size() && plan.track_count > 0; ++i) {
        const Bundle& bundle = plan.bundles[i];
        LinkLook look = bundle.look;
        look.swapped = false;
        const float a = (columns.begin(bundle.from) + columns.end(bundle.from + bundle.count - 1)) / 2;
        const float b = (columns.begin(bundle.to) + columns.end(bundle.to + bundle.count - 1)) / 2;
        const float track = above + 15 + static_cast<float>(plan.tracks[i]) * plan.spacing;
        bracket(canvas, a, b, look, above + 9, track, track);
    }
    for (const record::Link& link : plan.pairs) {
        const LinkLook look = look_of(link.kind);
        tick(canvas, columns.begin(link.from), columns.cell_end(link.from), look, above, plan.tick);
        tick(canvas, columns.begin(link.to), columns.cell_end(link.to), look, above, plan.tick);
    }
}

/// A straight line down from each cell, and one across them that points to where the sums grow.
void running(Canvas& canvas, const Fan& fan, const LinkEdge& above, const LinkEdge& below) {
    const Color color = look_of(fan.kind).color;
    const float y = above.y + 10;
    const auto middle = [&](std::uint32_t k) { return above.columns.middle(fan.first + k); };
    for (std::uint32_t k = 0; k < fan.count; ++k)
        canvas.arrow({middle(k), above.y + 2}, {middle(k), below.y - 0.5F}, color, 1.6F, 6);
    canvas.arrow({middle(0), y}, {middle(fan.count - 1) - 1, y}, color, 1.8F, 7);
}

/// A bracket along the run's side of the gap, with a tick at each end and, if it is short, at each cell, and
/// one curve from or to its middle.
void fan(Canvas& canvas, const Fan& fan, std::uint32_t track, const LinkEdge& above, const LinkEdge& below) {
    const LinkEdge& run = fan.out ? below : above;
    const LinkEdge& one = fan.out ? above : below;
    const Color color = look_of(fan.kind).color;
    const float away = fan.out ? -1.0F : 1.0F;  // from the run
    const float y = run.y + away * (9 + 7 * static_cast<float>(track));
    const std::uint32_t last = fan.first + fan.count - 1;
    const bool boxes = run.columns.span > 1;  // each with a tick of its own; brackets over them overlap
    const float aside = boxes ? 14 * static_cast<float>(track) : 0;
    const float a = run.columns.middle(fan.first) + aside, b = run.columns.middle(last) + aside;
    const bool between = boxes && one.columns.span > 1 && !fan.out;
    const float beside = one.columns.meet(fan.one, b);  // between boxes the bracket ends over its box
    canvas.line({between ? std::min(a, beside) : a, y}, {between ? std::max(b, beside) : b, y}, color, 1.8F);
    for (std::uint32_t cell = fan.first; cell <= last; ++cell) {
        const float x = run.columns.middle(cell) + aside;
        if (!boxes && fan.count > 8 && cell != fan.first && cell != last) continue;
        if (fan.out)
            canvas.arrow({x, y}, {x, run.y - 0.5F}, color, 1.6F, 6);
        else
            canvas.line({x, run.y + 2}, {x, y + 0.9F}, color, 1.6F);
    }
    if (between) return canvas.arrow({beside, y}, {beside, one.y - 0.5F}, color, 1.8F, 6);
    const float middle = boxes && !fan.out ? b : std::clamp(one.columns.middle(fan.one), a, b);
    const float end = one.columns.meet(fan.one, middle);
    if (fan.out) {
        canvas.disc({end, one.y + 3}, 2.2F, color);
        canvas.curve({end, one.y + 3}, {middle, y}, color, 1.8F);
    } else {
        canvas.curve({middle, y}, {end, one.y - 6}, color, 1.8F);
        canvas.arrow({end, one.y - 7}, {end, one.y - 0.5F}, color, 1.8F, 6);
    }
}

}  // namespace

void draw_links(Canvas& canvas, const LinkPlan& plan, const LinkEdge& upper, const LinkEdge& lower,
                float cell_height, const std::vector<Color>& colors) {
    const Columns& columns = upper.columns;
    const float above = upper.y, below = lower.y;
    // Faint ones first: a comparison must not hide a swap.
    for (const bool swapped : {false, true}) {
        for (std::size_t i = 0; i < plan.pairs.size() && plan.form != LinkForm::bundles; ++i) {
            const record::Link& link = plan.pairs[i];
            const LinkLook look = look_of(link.kind);
            if (look.swapped != swapped) continue;
            if (plan.form == LinkForm::boxes) {
                box(canvas, columns, link, above, below, cell_height);
            } else {
                const float track = above + 6 + static_cast<float>(plan.tracks[i]) * plan.spacing;
                bracket(canvas, columns.middle(link.from), columns.middle(link.to), look, above, track,
                        below);
            }
        }
    }
    if (plan.form == LinkForm::bundles) bundles(canvas, plan, columns, above);
    for (const std::uint32_t cell : plan.kept)
        flow(canvas, columns.middle(cell), lower.columns.middle(cell), look_of(LinkKind::added).color, above,
             below, columns.cell_width);
    for (const record::Link& link : plan.flows) {
        const float to = lower.columns.meet(link.to, columns.middle(link.from));
        const Color color = link.from < colors.size() ? colors[link.from] : look_of(link.kind).color;
        flow(canvas, columns.meet(link.from, to), to, color, above, below,
             columns.cell_width * static_cast<float>(std::max(columns.span, lower.columns.span)));
    }
    for (std::size_t i = 0; i < plan.fans.size(); ++i) {
        if (plan.fans[i].running)
            running(canvas, plan.fans[i], upper, lower);
        else
            fan(canvas, plan.fans[i], plan.fan_tracks[i], upper, lower);
    }
    against_the_plan(canvas, plan.extra, false, upper, lower);
    against_the_plan(canvas, plan.missing, true, upper, lower);
}

}  // namespace pbp::picture
