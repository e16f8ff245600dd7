// SPDX-License-Identifier: MIT
// The look-back as a triangle: row t shows which earlier tiles tile t has read.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "common/lesson/version_names.hpp"
#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "lessons/06_subgroup_scan/look_back.hpp"

namespace scan {

namespace style = pbp::picture::style;
using namespace pbp::picture;

namespace {

constexpr std::size_t most_tiles = 12;
constexpr float left = 96, pitch = 78, row_height = 58, box_width = 62, box_height = 38;
const Color aggregate_color = style::ascending, prefix_color{214, 160, 0};

using Value = std::optional<std::uint32_t>;  ///< none: a sample of the legend

/// A published value: an aggregate has a thin frame, a prefix a filled box with a heavy one.
void draw_box(Canvas& canvas, Point corner, const char* word, Value value, Color color, double paleness,
              float frame) {
    const Rect box{corner.x, corner.y, box_width, box_height};
    canvas.fill(box, mix(color, style::paper, paleness));
    canvas.frame(box, color, frame);
    const float middle = corner.x + box_width / 2;
    canvas.text({middle, corner.y + (value ? 14.0F : 23.0F)}, word, style::ruler_size, style::ink,
                Align::center);
    if (value)
        canvas.text({middle, corner.y + 31}, fitting_number(*value, box_width - 6, 14), 14, style::ink,
                    Align::center, Face::bold);
}
void draw_aggregate(Canvas& canvas, Point corner, Value value) {
    draw_box(canvas, corner, "aggregate", value, aggregate_color, 0.86, 1.2F);
}
void draw_prefix(Canvas& canvas, Point corner, Value value) {
    draw_box(canvas, corner, "prefix", value, prefix_color, 0.55, 2.6F);
}
void draw_helped(Canvas& canvas, Point corner, Value value) {
    draw_box(canvas, corner, "added up", value, style::flow, 0.8, 1.2F);
}
/// The tile's own aggregate, where it starts.
void draw_own(Canvas& canvas, Point corner, Value value) {
    draw_box(canvas, corner, "aggregate", value, style::secondary, 1, 1);
}
void draw_not_read(Canvas& canvas, Point corner) {
    canvas.disc({corner.x + box_width / 2, corner.y + box_height / 2}, 2, style::secondary);
}

/// Draws the boxes that occur and their meaning; returns the position below them.
float draw_legend(Canvas& canvas, const std::vector<LookBack>& tiles, float y) {
    const auto any = [&](auto holds) { return std::ranges::any_of(tiles, holds); };
    std::vector<LegendItem> items;
    const auto item = [&](bool occurs, void (*sample)(Canvas&, Point, Value), const char* words) {
        if (occurs)
            items.push_back({box_width, box_height,
                             [sample](Canvas& on, Point at) { sample(on, at, std::nullopt); }, words});
    };
    std::size_t read_on = 0;
    for (std::size_t t = 1; t < tiles.size(); ++t) read_on = std::max(read_on, t - 1 - tiles[t].end);
    item(true, draw_own, "the tile's own total: where it starts");
    item(read_on > 0, draw_aggregate, "found: that tile's own total; read on");
    item(tiles.size() > 1, draw_prefix, "found: the sum up to and including that tile; stop");
    item(any([](const LookBack& tile) { return tile.helped != 0; }), draw_helped,
         "found nothing: added it up itself");
    if (any([](const LookBack& tile) { return tile.end > 0; }))
        items.push_back({box_width, box_height, draw_not_read, "not read"});
    return pbp::picture::draw_legend(canvas, {style::margin, y}, style::width - style::margin, items);
}

/// "before it: 17 + 4 + 9 = 30", in the order of the numbers in the row; sums are modulo 2^32.
std::string addition(const std::vector<LookBack>& tiles, const Words& totals, std::size_t t) {
    if (t == 0) return "nothing before it: its total is its prefix";
    const std::size_t end = tiles[t].end, further = t - 1 - end;
    const auto number = [](std::uint32_t value) {
        return value < 1000000 ? std::to_string(value) : compact_number(value, 3);
    };
    std::string text = "before it: " + number(tiles[end].prefix + totals[end]);
    if (further > 3) text += fmt::format(" + {} totals", further);
    for (std::size_t from = end + 1; further <= 3 && from < t; ++from)
        text.append(" + ").append(number(totals[from]));
    if (further > 0) text.append(" = ").append(number(tiles[t].prefix));
    return text;
}

std::string summary(const std::vector<LookBack>& tiles, std::uint32_t prefixes_every) {
    std::size_t most = 0, furthest = 0, waited = 0, helpers = 0;
    for (std::size_t t = 1; t < tiles.size(); ++t) {
        if (const std::size_t read = t - tiles[t].end; read > most) most = read, furthest = t;
        waited += tiles[t].polls > 0 ? 1 : 0;
        helpers += tiles[t].helped != 0 ? 1 : 0;
    }
    const std::string waits = waited == 0
                                  ? "No tile had to wait."
                                  : fmt::format(
                                        "{} of {} tiles found one that had published nothing yet, and looked "
                                        "again; {} gave up waiting and added it up themselves.",
                                        waited, tiles.size(), helpers);
    const std::string rare = prefixes_every > 1
                                 ? fmt::format(" For this picture, only every {} tile published its prefix.",
                                               ordinal(prefixes_every))
                                 : "";
    return fmt::format("Tile {} looked back furthest: over {} tile{}. {}{}", furthest, most,
                       most == 1 ? "" : "s", waits, rare);
}

}  // namespace

Canvas draw_look_back(const std::string& version, const std::vector<LookBack>& tiles, const Words& totals,
                      std::uint32_t prefixes_every) {
    const std::size_t shown = std::min(tiles.size(), most_tiles);
    const float sums = left + pitch * static_cast<float>(shown) + 8;
    Canvas measure(1, 1, style::paper);
    const float top = draw_legend(measure, tiles, 62) + 42,
                width = std::max(sums + 340, static_cast<float>(style::width)),
                bottom = top + row_height * static_cast<float>(shown);
    const auto reading =
        "Each row is a tile that needs the sum of all tiles before it. It starts at its own total, its "
        "aggregate, and walks left along the arrows, adding what it finds, until it reaches a prefix. " +
        summary(tiles, prefixes_every);
    const float footer = bottom + (shown < tiles.size() ? 36.0F : 14.0F),
                height = paragraph(measure, {style::margin, footer}, reading, width - 2 * style::margin,
                                   style::body_size, style::secondary) +
                         16;
    Canvas canvas(static_cast<int>(width), static_cast<int>(height), style::paper);
    canvas.text({style::margin, 40},
                fmt::format("06 subgroup scan, v{}: which tile read which", pbp::version_number(version)),
                style::title_size, style::ink, Align::left, Face::bold);
    draw_legend(canvas, tiles, 62);
    const auto corner = [&](std::size_t row, std::size_t column) {
        return Point{left + pitch * static_cast<float>(column) + (pitch - box_width) / 2,
                     top + row_height * static_cast<float>(row) + (row_height - box_height) / 2};
    };
    for (std::size_t t = 0; t < shown; ++t) {
        const float middle = left + pitch * (static_cast<float>(t) + 0.5F),
                    y = top + row_height * static_cast<float>(t);
        canvas.text({middle, top - 14}, fmt::format("at tile {}", t), style::label_size, style::secondary,
                    Align::center);
        if (t % 2 == 1)
            canvas.fill({style::margin, y, width - 2 * style::margin, row_height}, {246, 247, 249});
    }
    for (std::size_t t = 0; t < shown; ++t) {
        const float y = top + row_height * static_cast<float>(t), line = y + row_height / 2;
        canvas.text({left - 12, line + 5}, fmt::format("tile {}", t), 14, style::ink, Align::right,
                    Face::bold);
        for (std::size_t from = 0; from < t; ++from) {
            const Point at = corner(t, from);
            if (from < tiles[t].end)
                draw_not_read(canvas, at);
            else if (helped(tiles[t], static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(from)))
                draw_helped(canvas, at, totals[from]);
            else if (from == tiles[t].end)
                draw_prefix(canvas, at, tiles[from].prefix + totals[from]);
            else
                draw_aggregate(canvas, at, totals[from]);
            if (from >= tiles[t].end)
                canvas.arrow({at.x + pitch - 2, line}, {at.x + box_width + 3, line}, style::ink, 1.6F, 8);
        }
        draw_own(canvas, corner(t, t), totals[t]);
        canvas.text({sums, line + 5},
                    shortened(addition(tiles, totals, t), width - sums - style::margin, style::body_size),
                    style::body_size, style::ink);
    }
    if (shown < tiles.size())
        canvas.text({style::margin, bottom + 26},
                    fmt::format("Shown: the first {} of {} tiles.", shown, tiles.size()), style::label_size,
                    style::notice, Align::left, Face::bold);
    paragraph(canvas, {style::margin, footer}, reading, width - 2 * style::margin, style::body_size,
              style::secondary);
    return canvas;
}

}  // namespace scan
