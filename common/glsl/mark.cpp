// SPDX-License-Identifier: MIT
#include "common/glsl/mark.hpp"

#include <string>

#include "common/glsl/scan.hpp"

namespace pbp::glsl {
namespace {

// The first name that a message quotes in any style: "foo", 'foo', `foo' or 'foo(float)'.
std::string quoted_word(std::string_view message) {
    for (auto open = message.find_first_of("\"'`"); open != message.npos;
         open = message.find_first_of("\"'`", open + 1)) {
        auto end = open + 1;
        while (end < message.size() && word_char(message[end])) ++end;
        const char close = end < message.size() ? message[end] : ' ';
        if (end > open + 1 && (close == message[open] || close == '\'' || close == '('))
            return std::string(message.substr(open + 1, end - open - 1));
    }
    return {};
}

// Where the word occurs in the line: closest to the column, or first if the column is not known.
Mark find_word(std::string_view line, std::string_view word, std::size_t column) {
    Mark best;
    const auto near = column == line.npos ? 0 : column;
    const auto distance = [&](std::size_t at) { return at > near ? at - near : near - at; };
    for (auto at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
        const auto end = at + word.size();
        const bool whole =
            (at == 0 || !word_char(line[at - 1])) && (end == line.size() || !word_char(line[end]));
        if (whole && (best.size == 0 || distance(at) < distance(best.begin))) best = {at, word.size()};
    }
    return best;
}

// The offset of a Mesa column: it counts from 1, and a run of blanks and comments counts as one. Nothing if
// that is not the start of a word, as after an expanded macro.
std::size_t place_of(std::string_view line, int column) {
    const std::string bare = without_comments(line);
    const auto blank = [&](std::size_t i) { return bare[i] == ' ' || bare[i] == '\t'; };
    int counted = 0;
    for (std::size_t i = 0; i < bare.size(); ++i) {
        if (i > 0 && blank(i) && blank(i - 1)) continue;
        if (++counted < column) continue;
        const bool inside = i > 0 && word_char(bare[i]) && word_char(bare[i - 1]);
        return blank(i) || inside ? line.npos : i;
    }
    return line.npos;
}

}  // namespace

Mark mark(std::string_view line, const Diagnostic& what) {
    const auto column = what.column > 0 ? place_of(line, what.column) : line.npos;
    const auto word = quoted_word(what.text);
    if (!word.empty())
        if (const auto found = find_word(line, word, column); found.size > 0) return found;
    const auto begin = column != line.npos ? column : line.find_first_not_of(" \t");
    if (begin == line.npos) return {0, 0};
    auto end = begin + 1;
    while (word_char(line[begin]) && end < line.size() && word_char(line[end])) ++end;
    return {begin, end - begin};
}

}  // namespace pbp::glsl
