// SPDX-License-Identifier: MIT
#include "common/picture/canvas/paragraph.hpp"

#include <algorithm>

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

}  // namespace pbp::picture
