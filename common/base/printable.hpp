// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace pbp {

/// Text from elsewhere, a name, a title or a driver's message, as a terminal may show it: control characters
/// that it would obey become '?', and of a very long line only both ends remain. Line breaks and tabs stay.
inline std::string printable(std::string_view text) {
    constexpr std::size_t most = 4000, end = 200;
    std::string shown;
    for (std::size_t from = 0; from <= text.size();) {
        const auto newline = std::min(text.find('\n', from), text.size());
        const auto line = text.substr(from, newline - from);
        if (from > 0) shown += '\n';
        const auto first = shown.size();
        if (line.size() <= most)
            shown += line;
        else
            shown.append(line.substr(0, most - end)).append("[...]").append(line.substr(line.size() - end));
        for (auto i = first; i < shown.size(); ++i) {
            const auto byte = static_cast<unsigned char>(shown[i]);
            // U+0080 to U+009F, C2 80 to C2 9F in UTF-8, are control characters as well.
            const bool second = i > first && byte >= 0x80 && byte < 0xA0 && shown[i - 1] == '\xC2';
            if (second) shown[i - 1] = '?';
            if ((byte < 0x20 && byte != '\t') || byte == 0x7F || second) shown[i] = '?';
        }
        from = newline + 1;
    }
    return shown;
}

}  // namespace pbp
