// SPDX-License-Identifier: MIT
#include "common/glsl/sites.hpp"

#include <algorithm>
#include <charconv>
#include <span>

#include "common/glsl/scan.hpp"

namespace pbp::glsl {
namespace {

int number(std::string_view digits) {
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

bool is_call(std::span<const Token> all, std::size_t i) {
    if ((all[i].text != "ASSERT" && all[i].text != "LOG") || i + 1 >= all.size() || all[i + 1].text != "(")
        return false;
    const bool being_defined =
        i >= 2 && all[i - 2].starts_line && all[i - 2].text == "#" && all[i - 1].text == "define";
    return !being_defined;
}

// The index of the parenthesis that closes the one at `open`; all.size() if none does.
std::size_t closing(std::span<const Token> all, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < all.size(); ++i) {
        if (all[i].text == "(") ++depth;
        if (all[i].text == ")" && --depth == 0) return i;
    }
    return all.size();
}

// An expression on one line: comments, line ends and the backslashes before them become single blanks.
std::string on_one_line(std::string_view expression) {
    std::string line;
    for (const char c : without_comments(expression)) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\\';
        if (!blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    if (line.ends_with(' ')) line.pop_back();
    return line;
}

// The line and string of an offset in a text, according to the #line directives before it.
class LineCounter {
  public:
    explicit LineCounter(std::string_view text) : text_(text) {}

    void at_directive(std::span<const Token> words) {  // the tokens from the # on
        if (words.size() < 4 || words[1].text != "line") return;
        line_ = number(words[2].text);
        string_ = number(words[3].text);
        counted_ = text_.find('\n', offset(words[3])) + 1;
    }
    Location place(const Source& source, const Token& token) {
        line_ +=
            static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                        text_.begin() + static_cast<std::ptrdiff_t>(offset(token)), '\n'));
        counted_ = offset(token);
        return source.locate(string_, line_);
    }
    std::size_t offset(const Token& token) const {
        return static_cast<std::size_t>(token.text.data() - text_.data());
    }

  private:
    std::string_view text_;
    std::size_t counted_ = 0;  // the line ends before this offset are counted
    int line_ = 1, string_ = 0;
};

}  // namespace

void number_sites(Source& source) {
    const std::string_view text = source.text;
    const auto all = tokens(text);
    LineCounter lines(text);
    std::string numbered;
    std::size_t copied = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].starts_line && all[i].text == "#") lines.at_directive(std::span(all).subspan(i));
        if (!is_call(all, i)) continue;
        const auto close = closing(all, i + 1);
        if (close == all.size()) break;  // the compiler will say so
        const auto name = lines.offset(all[i]), inside = lines.offset(all[i + 1]) + 1;
        numbered.append(text.substr(copied, name - copied)).append("PBP_");
        numbered.append(text.substr(name, inside - name));
        numbered.append(std::to_string(source.sites.size())).append("u, ");
        copied = inside;
        source.sites.push_back({lines.place(source, all[i]),
                                on_one_line(text.substr(inside, lines.offset(all[close]) - inside)),
                                all[i].text == "ASSERT"});
    }
    source.text = numbered.append(text.substr(copied));
}

bool calls_debug(std::string_view text) {
    const auto all = tokens(text);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (is_call(all, i)) return true;
    return false;
}

}  // namespace pbp::glsl
