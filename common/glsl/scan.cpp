// SPDX-License-Identifier: MIT
#include "common/glsl/scan.hpp"

#include <algorithm>
#include <cctype>

namespace pbp::glsl {

bool word_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

namespace {

bool digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c));
}

// The end of the comment that starts at `at`, or `at` if none does.
std::size_t comment_end(std::string_view text, std::size_t at) {
    const auto opening = text.substr(at, 2);
    if (opening == "/*") {
        const auto close = text.find("*/", at + 2);
        return close == text.npos ? text.size() : close + 2;
    }
    if (opening != "//") return at;
    auto end = text.find('\n', at);
    while (end != text.npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
    return end == text.npos ? text.size() : end;
}

// The end of the quoted file name that starts at `at`, or `at` if none does: "a//b" contains no comment.
std::size_t quote_end(std::string_view text, std::size_t at) {
    if (text[at] != '"') return at;
    const auto end = text.find_first_of("\"\n", at + 1);
    return end != text.npos && text[end] == '"' ? end + 1 : at;
}

}  // namespace

std::string without_comments(std::string_view text) {
    std::string bare(text);
    for (std::size_t at = 0; at < text.size();) {
        const auto comment = comment_end(text, at);
        for (auto i = at; i < comment; ++i)
            if (bare[i] != '\n') bare[i] = ' ';
        at = comment > at ? comment : std::max(quote_end(text, at), at + 1);
    }
    return bare;
}

std::string_view line_at(std::string_view text, std::size_t start) {
    return text.substr(start, text.find('\n', start) - start);
}

std::string_view directive(std::string_view line) {
    const auto hash = line.find_first_not_of(" \t");
    if (hash == line.npos || line[hash] != '#') return {};
    const auto begin = line.find_first_not_of(" \t", hash + 1);
    if (begin == line.npos) return {};
    auto end = begin;
    while (end < line.size() && word_char(line[end])) ++end;
    return line.substr(begin, end - begin);
}

std::vector<Token> tokens(std::string_view text) {
    const std::string bare = without_comments(text);
    std::vector<Token> found;
    bool starts_line = true;
    for (std::size_t at = 0; at < bare.size();) {
        if (bare[at] == '\n' && !(at > 0 && bare[at - 1] == '\\')) starts_line = true;
        if (std::isspace(static_cast<unsigned char>(bare[at])) || bare.compare(at, 2, "\\\n") == 0) {
            ++at;
            continue;
        }
        auto end = at + 1;
        if (word_char(bare[at]))
            while (end < bare.size() && (word_char(bare[end]) || (digit(bare[at]) && bare[end] == '.')))
                ++end;
        const auto kind = digit(bare[at])       ? Token::Kind::number
                          : word_char(bare[at]) ? Token::Kind::name
                                                : Token::Kind::symbol;
        found.push_back({kind, text.substr(at, end - at), starts_line});
        starts_line = false;
        at = end;
    }
    return found;
}

}  // namespace pbp::glsl
