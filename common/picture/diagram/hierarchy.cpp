// SPDX-License-Identifier: MIT
#include "common/picture/diagram/hierarchy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"

namespace pbp::picture {

namespace {

constexpr int width = style::width;
constexpr float left = 150, right = 706, side = 724, side_width = 248, box_height = 58, gap = 44, top = 74;

/// The parts that fit, including the chosen one; nothing for omitted parts.
std::vector<std::optional<std::uint32_t>> parts_to_show(const Level& level) {
    const std::uint32_t room = level.count <= level.most ? level.count : std::max(level.most, 3u) - 2;
    const std::uint32_t first = level.chosen / room * room, end = std::min(first + room, level.count);
    std::vector<std::optional<std::uint32_t>> parts;
    if (first > 0) parts.emplace_back();
    for (std::uint32_t part = first; part < end; ++part) parts.emplace_back(part);
    if (end < level.count) parts.emplace_back();
    return parts;
}

/// Draws a level with its top at y; returns the chosen box.
Rect draw_level(Canvas& canvas, const Level& level, Color color, float y) {
    const Color pale = mix(color, style::paper, 0.78);
    canvas.text({left - 18, y + 24}, level.name, 15, style::ink, Align::right, Face::bold);
    canvas.text({left - 18, y + 43}, level.counted, style::label_size, style::secondary, Align::right);
    paragraph(canvas, {side, y + 2}, level.beside, side_width, style::body_size, style::secondary);

    const auto shown = parts_to_show(level);
    const float pitch = (right - left) / static_cast<float>(shown.size());
    const float space = pitch > 40 ? 6.0F : 3.0F;
    Rect chosen{left, y, pitch, box_height};
    for (std::size_t slot = 0; slot < shown.size(); ++slot) {
        const Rect box{left + pitch * static_cast<float>(slot) + space / 2, y, pitch - space, box_height};
        const float middle = box.x + box.width / 2;
        const auto part = shown[slot];
        if (!part) {
            canvas.text({middle, y + 26}, "…", 18, style::secondary, Align::center);
            canvas.text({middle, y + 44},
                        shortened(fmt::format("{} in all", level.count), pitch, style::ruler_size),
                        style::ruler_size, style::secondary, Align::center);
            continue;
        }
        const bool here = *part == level.chosen;
        canvas.fill(box, here ? mix(color, style::paper, 0.5) : pale);
        canvas.frame(box, color, here ? 2.5F : 1.0F);
        canvas.text({middle, y + 22}, shortened(level.head(*part), box.width - 4, style::label_size),
                    style::label_size, style::ink, Align::center, here ? Face::bold : Face::sans);
        canvas.text({middle, y + 43}, shortened(level.text(*part), box.width - 4, style::label_size),
                    style::label_size, style::ink, Align::center);
        if (here) chosen = box;
    }
    return chosen;
}

}  // namespace

Canvas draw(const Hierarchy& hierarchy) {
    const auto count = static_cast<float>(hierarchy.levels.size());
    const auto below = wrapped(hierarchy.how_to_read, width - 2 * style::margin, style::body_size).size();
    Canvas canvas(width, static_cast<int>(top + count * (box_height + gap) + 18 * static_cast<float>(below)),
                  style::paper);
    canvas.text({style::margin, 40}, hierarchy.title, style::title_size, style::ink, Align::left, Face::bold);
    float y = top;
    for (std::size_t l = 0; l < hierarchy.levels.size(); ++l) {
        const Color color = category(l < 3 ? l : l + 1);  // skips yellow, which is too pale for a frame
        const Rect chosen = draw_level(canvas, hierarchy.levels[l], color, y);
        y += box_height + gap;
        if (l + 1 == hierarchy.levels.size()) break;
        const Point corners[] = {{chosen.x, chosen.y + box_height},
                                 {chosen.x + chosen.width, chosen.y + box_height},
                                 {right - 2, y - 4},
                                 {left + 2, y - 4}};
        canvas.polygon(corners, mix(color, style::paper, 0.86));
    }
    paragraph(canvas, {style::margin, y - gap + 20}, hierarchy.how_to_read, width - 2 * style::margin,
              style::body_size, style::secondary);
    return canvas;
}

}  // namespace pbp::picture
