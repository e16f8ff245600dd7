// SPDX-License-Identifier: MIT
#include "common/picture/canvas/legend.hpp"

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/style.hpp"

namespace pbp::picture {

float draw_legend(Canvas& canvas, Point at, float right, const std::vector<LegendItem>& items) {
    if (items.empty()) return at.y;
    float height = 0;
    for (const LegendItem& item : items) height = std::max(height, item.height);
    float x = at.x;
    for (const LegendItem& item : items) {
        const float space = item.width > 0 ? 8.0F : 0.0F;
        const float width = item.width + space + text_width(item.text, style::label_size);
        if (x > at.x && x + width > right) {
            x = at.x;
            at.y += height + 8;
        }
        item.sample(canvas, {std::round(x), at.y + (height - item.height) / 2});
        canvas.text({x + item.width + space, at.y + height / 2 + 4}, item.text, style::label_size,
                    style::secondary);
        x += width + 24;
    }
    return at.y + height;
}

}  // namespace pbp::picture
