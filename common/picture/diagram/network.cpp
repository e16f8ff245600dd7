// SPDX-License-Identifier: MIT
#include "common/picture/diagram/network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/signs.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/diagram/network_layout.hpp"
#include "common/picture/strip/links.hpp"

namespace pbp::picture {
namespace {

/// A comparator between two wires: a dot at its start, an arrow head or a dot at the larger key's wire.
void comparator(Canvas& canvas, float x, float upper, float lower, const LinkLook& look) {
    const Color color =
        look.swapped ? look.color : mix(look.color, style::paper, look.direction == 0 ? 0 : 0.3);
    const float thickness = look.swapped ? 3.0F : 1.3F, radius = look.swapped ? 3.6F : 2.6F,
                head = look.swapped ? 10.0F : 8.0F;
    const float from = look.direction < 0 ? lower : upper, to = look.direction < 0 ? upper : lower;
    canvas.disc({x, from}, radius, color);
    if (look.direction == 0) {
        canvas.line({x, from}, {x, to}, color, thickness);
        canvas.disc({x, to}, radius, color);
    } else {
        canvas.arrow({x, from}, {x, to}, color, thickness, head);
    }
}

std::vector<LegendItem> legend_of(const NetworkLayout& layout) {
    std::set<LinkKind> kinds;
    bool directed = false;
    for (const NetworkPass& pass : layout.passes) {
        for (const record::Link& link : pass.pairs) kinds.insert(link.kind);
    }
    std::vector<LegendItem> items;
    for (const LinkKind kind : kinds) {
        directed = directed || look_of(kind).direction != 0;
        items.push_back({16, 28,
                         [kind](Canvas& canvas, Point at) {
                             for (const float y : {at.y + 4, at.y + 24})
                                 canvas.line({at.x, y}, {at.x + 16, y}, style::faint, 1.5F);
                             comparator(canvas, at.x + 8, at.y + 4, at.y + 24, look_of(kind));
                         },
                         std::string(signs::of(kind).words)});
    }
    if (directed)
        items.push_back(
            {0, 18, [](Canvas&, Point) {}, "An arrow points to the wire that gets the larger key."});
    return items;
}

float draw_header(Canvas& canvas, const Strip& strip, const NetworkLayout& layout) {
    const auto width = static_cast<float>(layout.width);
    float y = draw_title(canvas, strip.title, width) + 6;
    layout.scale.draw(canvas, {style::margin, y}, strip.value_name);
    y = draw_notes(canvas, layout.notes, y + 26, width) + 2;
    return draw_legend(canvas, {style::margin, y}, width - style::margin, legend_of(layout)) + 16;
}

/// Background bands for the passes of a step, with the step's name, and each pass's name above its column.
void draw_headings(Canvas& canvas, const NetworkLayout& layout) {
    const float names = layout.top - 6 - static_cast<float>(layout.label_lines) * 16;
    const float band_top = names - (layout.step_names ? 26.0F : 4.0F);
    for (std::size_t i = 0; i < layout.steps.size(); ++i) {
        const NetworkStep& step = layout.steps[i];
        if (layout.step_names || i % 2 == 0) {
            canvas.fill({step.left, band_top, step.right - step.left, layout.bottom + 6 - band_top},
                        {244, 245, 247});
        }
        canvas.text({(step.left + step.right) / 2, band_top + 17},
                    shortened(step.name, step.right - step.left - 4, style::label_size, Face::bold),
                    style::label_size, style::ink, Align::center, Face::bold);
    }
    for (const NetworkPass& pass : layout.passes) {
        float y = names + 12;
        for (const std::string& line : wrapped(pass.name, pass.width - 6, style::label_size)) {
            canvas.text({pass.left + pass.width / 2, y}, line, style::label_size, style::secondary,
                        Align::center);
            y += 16;
        }
    }
}

void draw_keys(Canvas& canvas, const Strip& strip, const NetworkLayout& layout, std::size_t row,
               float middle) {
    const auto count = std::min<std::size_t>(layout.wires, strip.rows[row].values.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const double value = strip.rows[row].values[i];
        const Color color = layout.scale.color(value);
        const float height = std::min(24.0F, layout.spacing - 6);
        const Rect key{std::round(middle - layout.key_width / 2), std::round(layout.wire(i) - height / 2),
                       std::round(layout.key_width), height};
        canvas.fill(key, color);
        canvas.text({key.x + key.width / 2, key.y + height / 2 + 4.3F},
                    fitting_number(value, key.width - 4, 12), 12, ink_on(color), Align::center);
    }
}

}  // namespace

Canvas draw_network(const Strip& strip) {
    Canvas measure(1, 1, style::paper);
    NetworkLayout layout = lay_out_network(strip, 0);
    layout = lay_out_network(strip, draw_header(measure, strip, layout));
    Canvas canvas = canvas_with(strip.how_to_read, layout.bottom + 22, static_cast<float>(layout.width));
    draw_header(canvas, strip, layout);
    draw_headings(canvas, layout);
    const float right = layout.passes.empty() ? layout.first_keys : layout.passes.back().keys;
    if (layout.wires > 0) {
        canvas.text({layout.first_keys, layout.top - 10},
                    shortened(strip.rows[0].label(), layout.key_width + 20, style::label_size),
                    style::label_size, style::secondary, Align::center);
    }
    for (std::uint32_t i = 0; i < layout.wires; ++i) {
        const float y = std::floor(layout.wire(i)) + 0.5F;
        canvas.text({style::margin + 30, y + 4}, std::to_string(i), style::ruler_size, style::secondary,
                    Align::right);
        canvas.line({layout.first_keys, y}, {right, y}, {168, 173, 181}, 1);
    }
    if (!strip.rows.empty()) draw_keys(canvas, strip, layout, 0, layout.first_keys);
    for (const NetworkPass& pass : layout.passes) {
        for (std::size_t i = 0; i < pass.pairs.size(); ++i) {
            const float x = std::floor(pass.left + 13 * (static_cast<float>(pass.tracks[i]) + 1)) + 0.5F;
            comparator(canvas, x, layout.wire(pass.pairs[i].from), layout.wire(pass.pairs[i].to),
                       look_of(pass.pairs[i].kind));
        }
        draw_keys(canvas, strip, layout, pass.row, pass.keys);
    }
    return canvas;
}

}  // namespace pbp::picture
