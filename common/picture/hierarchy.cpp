// SPDX-License-Identifier: MIT
#include "common/picture/hierarchy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/picture/palette.hpp"
#include "common/picture/paragraph.hpp"
#include "common/picture/style.hpp"

namespace pbp::picture {

namespace {

constexpr float left = 196, right = 936, side = 968, side_width = 330, box_height = 58, gap = 44, top = 74;
constexpr int width = 1326;

/// Draws a level with its top at y; gives the chosen box.
Rect draw_level(Canvas& canvas, const Level& level, Color color, float y) {
    const Color pale = mix(color, style::paper, 0.78);
    canvas.text({left - 18, y + 24}, level.name, 15, style::ink, Align::right, Face::bold);
    canvas.text({left - 18, y + 43}, level.counted, style::label_size, style::secondary, Align::right);
    paragraph(canvas, {side, y + 2}, level.beside, side_width, style::body_size, style::secondary);

    const std::uint32_t slots = std::min(level.count, level.most);
    const bool cut = level.count > slots;
    const float pitch = (right - left) / static_cast<float>(slots);
    const float space = pitch > 40 ? 6.0F : 3.0F;
    Rect chosen{left, y, pitch, box_height};
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        const Rect box{left + pitch * static_cast<float>(slot) + space / 2, y, pitch - space, box_height};
        const float middle = box.x + box.width / 2;
        if (cut && slot + 1 == slots) {
            canvas.text({middle, y + 26}, "…", 18, style::secondary, Align::center);
            canvas.text({middle, y + 44},
                        shortened(fmt::format("{} in all", level.count), pitch, style::ruler_size),
                        style::ruler_size, style::secondary, Align::center);
            break;
        }
        const bool here = slot == level.chosen;
        canvas.fill(box, here ? mix(color, style::paper, 0.5) : pale);
        canvas.frame(box, color, here ? 2.5F : 1.0F);
        canvas.text({middle, y + 22}, shortened(level.head(slot), box.width - 4, style::label_size),
                    style::label_size, style::ink, Align::center, here ? Face::bold : Face::sans);
        canvas.text({middle, y + 43}, shortened(level.text(slot), box.width - 4, style::label_size),
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
        const Color color = category(l < 3 ? l : l + 1);  // without the yellow, too pale for a frame
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
