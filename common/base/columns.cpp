// SPDX-License-Identifier: MIT
#include "common/base/columns.hpp"

#include <algorithm>
#include <cstdlib>

namespace pbp {

namespace {

/// Where a line's words begin: after its indent, or after the last gap of two spaces within the left half.
/// npos for a row of a table, which has such a gap in the right half as well.
std::size_t hanging_indent(std::string_view line, std::size_t columns) {
    std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    for (auto gap = line.find("  ", indent); gap != line.npos; gap = line.find("  ", indent)) {
        const auto next = line.find_first_not_of(' ', gap);
        if (next == line.npos) break;
        indent = next;
    }
    return width_of(line.substr(0, indent)) > columns / 2 ? std::string_view::npos : indent;
}

std::string wrapped_line(std::string_view line, std::size_t columns) {
    const auto indent = hanging_indent(line, columns);
    const bool command = line.find(": ./") != line.npos;
    if (indent == line.npos || command) return std::string(line);
    std::string text(line.substr(0, indent)), row = text;
    const std::string margin(width_of(row), ' ');
    bool any = false;  // a word in this row
    for (std::size_t from = indent; from < line.size();) {
        const auto end = std::min(line.find(' ', from), line.size());
        const auto word = line.substr(from, end - from);
        from = end + 1;
        if (any && width_of(row) + 1 + width_of(word) > columns) {
            row = margin;
            text += "\n" + row;
            any = false;
        }
        if (any) text += ' ', row += ' ';
        text += word, row += word;
        any = true;
    }
    return text;
}

}  // namespace

std::size_t columns_of(Stream stream) {
    if (!is_terminal(stream)) return 0;
    if (const char* said = std::getenv("COLUMNS"); said != nullptr)
        if (const auto columns = std::strtoul(said, nullptr, 10); columns > 0) return columns;
    const auto known = terminal_columns(stream);
    return known > 0 ? known : 80;
}

std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\033')
            i = std::min(text.find('m', i), text.size());
        else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
            ++width;
    }
    return width;
}

std::string wrapped(std::string_view text, std::size_t columns) {
    if (columns == 0) return std::string(text);
    std::string out;
    for (std::size_t from = 0; from <= text.size();) {
        const auto newline = std::min(text.find('\n', from), text.size());
        const auto line = text.substr(from, newline - from);
        if (from > 0) out += '\n';
        out += width_of(line) > columns ? wrapped_line(line, columns) : std::string(line);
        from = newline + 1;
    }
    return out;
}

}  // namespace pbp
