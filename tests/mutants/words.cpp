// SPDX-License-Identifier: MIT
#include "tests/mutants/words.hpp"

#include <algorithm>
#include <array>

#include "common/glsl/scan.hpp"

namespace pbp::mutants {

namespace {

constexpr std::array<std::string_view, 21> operators{
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^",
    "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

}  // namespace

bool Word::is_name() const {
    return glsl::word_char(text.front()) && !(text.front() >= '0' && text.front() <= '9');
}

std::vector<Word> words_of(std::string_view text) {
    const auto tokens = glsl::tokens(text);
    const auto offset_of = [&](const glsl::Token& token) {
        return static_cast<std::size_t>(token.text.data() - text.data());
    };
    std::vector<Word> words;
    bool in_directive = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].starts_line) in_directive = tokens[i].text == "#";
        if (in_directive) continue;
        const auto at = offset_of(tokens[i]);
        std::size_t length = tokens[i].text.size();
        if (tokens[i].kind == glsl::Token::Kind::symbol) {
            const auto found = std::ranges::find_if(
                operators, [&](std::string_view one) { return text.substr(at).starts_with(one); });
            if (found != operators.end()) length = found->size();
        }
        words.push_back({at, text.substr(at, length)});
        while (i + 1 < tokens.size() && offset_of(tokens[i + 1]) < at + length) ++i;
    }
    return words;
}

std::size_t closing(std::span<const Word> words, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < words.size(); ++i) {
        const char c = words[i].text.front();
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (depth == 0) return i;
    }
    return words.size() - 1;
}

std::vector<Range> arguments(std::span<const Word> words, std::size_t open, std::size_t close, char by) {
    std::vector<Range> found;
    std::size_t first = open + 1;
    for (std::size_t i = first; i <= close; ++i) {
        if (i == close || words[i].text == std::string_view(&by, 1)) {
            found.push_back({first, i});
            first = i + 1;
        } else if (const char c = words[i].text.front(); c == '(' || c == '[' || c == '{') {
            i = closing(words, i);
        }
    }
    return found;
}

}  // namespace pbp::mutants
