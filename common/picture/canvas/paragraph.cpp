// SPDX-License-Identifier: MIT
#include "common/picture/canvas/paragraph.hpp"

#include <algorithm>
#include <cmath>

#include "common/picture/canvas/style.hpp"
#include "common/picture/canvas/typeface.hpp"

namespace pbp::picture {

std::vector<std::string> wrapped(std::string_view text, float width, float size, Face face) {
    std::vector<std::string> lines;
    std::string line;
    const auto end_line = [&] {
        lines.push_back(line);
        line.clear();
    };
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(" \n"), text.size());
        const std::string word(text.substr(0, end));
        const std::string longer = line.empty() ? word : line + ' ' + word;
        if (line.empty() || text_width(longer, size, face) <= width) {
            line = longer;
        } else {
            end_line();
            line = word;
        }
        if (end < text.size() && text[end] == '\n') end_line();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!line.empty()) end_line();
    return lines;
}

std::string shortened(std::string_view text, float width, float size, Face face) {
    if (text_width(text, size, face) <= width) return std::string(text);
    const float room = width - text_width("…", size, face);
    std::string_view rest = text;
    std::size_t kept = 0;
    while (!rest.empty()) {
        next_code_point(rest);
        const std::size_t end = text.size() - rest.size();
        if (text_width(text.substr(0, end), size, face) > room) break;
        kept = end;
    }
    return std::string(text.substr(0, kept)) + "…";
}

float paragraph(Canvas& canvas, Point top, std::string_view text, float width, float size, Color color,
                Face face) {
    for (const std::string& line : wrapped(text, width, size, face)) {
        canvas.text({top.x, top.y + size * 0.95F}, line, size, color, Align::left, face);
        top.y += size * 1.4F;
    }
    return top.y;
}

float draw_title(Canvas& canvas, const std::string& title, float width) {
    return paragraph(canvas, {style::margin, 22}, title, width - 2 * style::margin, style::title_size,
                     style::ink, Face::bold);
}

float draw_notes(Canvas& canvas, const std::vector<std::string>& notes, float top, float width) {
    for (const auto& note : notes)
        top = paragraph(canvas, {style::margin, top}, note, width - 2 * style::margin, style::label_size,
                        style::notice, Face::bold) +
              4;
    return top;
}

Canvas canvas_with(const std::string& how_to_read, float top, float width) {
    const auto draw_on = [&](Canvas& canvas) {
        return paragraph(canvas, {style::margin, top}, how_to_read,
                         std::min(width - 2 * style::margin, 900.0F), style::body_size, style::secondary);
    };
    Canvas measure(1, 1, style::paper);
    Canvas canvas(static_cast<int>(std::ceil(width)), static_cast<int>(std::ceil(draw_on(measure) + 16)),
                  style::paper);
    draw_on(canvas);
    return canvas;
}

float framed_width(float right, const std::string& title, float spare) {
    const float titled = text_width(title, style::title_size, Face::bold) + 2 * style::margin + spare;
    return std::max({right + style::margin, style::least_width, std::min(titled, 900.0F)});
}

}  // namespace pbp::picture
