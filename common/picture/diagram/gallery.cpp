// SPDX-License-Identifier: MIT
#include "common/picture/diagram/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {
namespace {

constexpr float ruler = 34, caption = 40, between = 36;
constexpr int most_height = 900;

/// Pixel numbers along the top and left, about 50 pixels apart.
void draw_rulers(Canvas& canvas, Point at, const Exhibit& exhibit, const Magnification& scale) {
    int step = 1;
    while (step * scale.times < 48 * scale.over) step *= step == 2 || step == 20 || step == 200 ? 5 : 2;
    const auto middle = [&](int pixel) {
        return (static_cast<float>(pixel) + 0.5F) * static_cast<float>(scale.times) /
               static_cast<float>(scale.over);
    };
    const auto number = [](std::uint32_t first, int pixel) {
        return std::to_string(first + static_cast<std::uint32_t>(pixel));
    };
    for (int x = 0; x < exhibit.bitmap.width; x += step) {
        canvas.text({at.x + middle(x), at.y - 8}, number(exhibit.first_column, x), style::ruler_size,
                    style::secondary, Align::center);
        canvas.fill({std::floor(at.x + middle(x)), at.y - 5, 1, 4}, style::secondary);
    }
    for (int y = 0; y < exhibit.bitmap.height; y += step) {
        canvas.text({at.x - 8, at.y + middle(y) + 3.5F}, number(exhibit.first_row, y), style::ruler_size,
                    style::secondary, Align::right);
        canvas.fill({at.x - 5, std::floor(at.y + middle(y)), 4, 1}, style::secondary);
    }
}

/// Marks a corner of the pixel, so that its own colour stays visible.
void draw_corner(Canvas& canvas, const Rect& pixel) {
    const float side = std::max(std::round(pixel.width * 0.4F), 1.0F);
    canvas.polygon(
        std::array{Point{pixel.x, pixel.y}, Point{pixel.x + side, pixel.y}, Point{pixel.x, pixel.y + side}},
        style::wrong);
}

void draw_first(Canvas& canvas, const Rect& pixel) {
    canvas.frame({pixel.x - 3, pixel.y - 3, pixel.width + 6, pixel.height + 6}, style::paper, 1);
    canvas.frame({pixel.x - 2, pixel.y - 2, pixel.width + 4, pixel.height + 4}, style::wrong, 2);
}

void draw_wrong_pixels(Canvas& canvas, Point at, const Exhibit& exhibit, const Magnification& scale) {
    const auto side = static_cast<float>(scale.times);
    const auto place = [&](const PixelMark& mark) {
        return Rect{at.x + static_cast<float>(mark.x) * side, at.y + static_cast<float>(mark.y) * side, side,
                    side};
    };
    for (const PixelMark& mark : exhibit.wrong) draw_corner(canvas, place(mark));
    if (!exhibit.wrong.empty()) draw_first(canvas, place(exhibit.wrong.front()));
}

/// In whole pixels: between two, a bitmap would mix with the paper.
float exhibit_width(const Exhibit& exhibit, const Magnification& scale) {
    return ruler + std::ceil(std::max(static_cast<float>(scale.shown(exhibit.bitmap.width)),
                                      text_width(exhibit.caption, style::body_size, Face::bold)));
}

/// Title, scale and legend; returns the position below them.
float draw_header(Canvas& canvas, const Gallery& gallery, float width, const Magnification& scale) {
    float y = draw_title(canvas, gallery.title, width) + 6;
    if (gallery.scale) {
        gallery.scale->draw(canvas, {style::margin, y}, gallery.value_name);
        y += 26;
    }
    if (scale.over > 1)
        y = draw_notes(
            canvas,
            {fmt::format("Shown at 1/{0} of its size: each pixel is the average of {0} x {0}.", scale.over)},
            y, width);
    const bool wrong =
        std::ranges::any_of(gallery.exhibits, [](const Exhibit& exhibit) { return !exhibit.wrong.empty(); });
    if (!wrong) return y;
    const auto sample = [](auto mark, const std::string& text) {
        return LegendItem{16, 16,
                          [mark](Canvas& on, Point at) {
                              on.fill({at.x, at.y, 16, 16}, style::faint);
                              mark(on, Rect{at.x, at.y, 16, 16});
                          },
                          text};
    };
    const std::vector<LegendItem> items{sample(draw_corner, gallery.wrong_means),
                                        sample(draw_first, "the first of these")};
    return draw_legend(canvas, {style::margin, y + 2}, width - style::margin, items) + 8;
}

}  // namespace

Magnification magnification(const Gallery& gallery, int width) {
    int across = 0, down = 1;
    for (const Exhibit& exhibit : gallery.exhibits) {
        across += std::max(exhibit.bitmap.width, 1);
        down = std::max(down, exhibit.bitmap.height);
    }
    across = std::max(across, 1);
    const auto count = static_cast<float>(gallery.exhibits.size());
    const int room = std::max(1, static_cast<int>(static_cast<float>(width) - 2 * style::margin -
                                                  count * ruler - (count - 1) * between));
    return fitting(across, down, room, most_height);
}

Canvas draw(const Gallery& gallery, int width) {
    const Magnification scale = magnification(gallery, width);
    float right = style::margin - between, down = 0;
    for (const Exhibit& exhibit : gallery.exhibits) {
        right += exhibit_width(exhibit, scale) + between;
        down = std::max(down, static_cast<float>(scale.shown(exhibit.bitmap.height)));
    }
    const float across = framed_width(right, gallery.title, 1);
    Canvas measure(1, 1, style::paper);
    const float top = draw_header(measure, gallery, across, scale) + caption + 8;
    Canvas canvas = canvas_with(gallery.how_to_read, top + down + 18, across);
    draw_header(canvas, gallery, across, scale);
    float x = style::margin;
    for (const Exhibit& exhibit : gallery.exhibits) {
        canvas.text({x + ruler, top - 28}, exhibit.caption, style::body_size, style::ink, Align::left,
                    Face::bold);
        draw_rulers(canvas, {x + ruler, top}, exhibit, scale);
        const auto wide = static_cast<float>(scale.shown(exhibit.bitmap.width)),
                   high = static_cast<float>(scale.shown(exhibit.bitmap.height));
        canvas.frame({x + ruler - 1, top - 1, wide + 2, high + 2}, style::faint, 1);
        draw_magnified(canvas, {x + ruler, top}, exhibit.bitmap, scale);
        draw_wrong_pixels(canvas, {x + ruler, top}, exhibit, scale);
        x += exhibit_width(exhibit, scale) + between;
    }
    return canvas;
}

}  // namespace pbp::picture
