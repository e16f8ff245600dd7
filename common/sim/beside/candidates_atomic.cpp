// SPDX-License-Identifier: MIT
// What may bring two accesses into order: one step instead of a read and a write.
#include <fmt/format.h>

#include <algorithm>

#include "common/glsl/scan.hpp"
#include "common/sim/beside/candidates.hpp"

namespace pbp::sim {

namespace {

/// The words of a text, and what is said in one of its lines.
class Line {
  public:
    Line(const std::string& text, const Side& side, const std::string& variable,
         const std::string& line_words)
        : text_(text), words_(glsl::tokens(text)), where_(line_words) {
        int line = 1;
        std::size_t counted = 0;
        for (std::size_t at = 0; at < words_.size(); ++at) {
            line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                text.begin() + static_cast<std::ptrdiff_t>(begin(at)), '\n'));
            counted = begin(at);
            if (line == side.line && word(at) == variable && word(at - 1) != ".") add(at);
        }
    }
    std::vector<Edit> take() { return std::move(edits_); }

  private:
    std::string_view word(std::size_t at) const { return at < words_.size() ? words_[at].text : ""; }
    std::size_t begin(std::size_t at) const {
        return static_cast<std::size_t>(words_[at].text.data() - text_.data());
    }
    std::size_t end(std::size_t at) const { return begin(at) + words_[at].text.size(); }
    /// The text from one word to before another.
    std::string between(std::size_t from, std::size_t to) const {
        return text_.substr(begin(from), end(to - 1) - begin(from));
    }
    /// True for an operator of two characters.
    bool is(std::size_t at, std::string_view symbol) const {
        return at + 1 < words_.size() && word(at) == symbol.substr(0, 1) &&
               word(at + 1) == symbol.substr(1) && end(at) == begin(at + 1);
    }

    /// The word after the one that closes what is opened here.
    std::size_t closed(std::size_t at) const {
        for (int depth = 0; at < words_.size(); ++at) {
            if (word(at) == "[" || word(at) == "(") ++depth;
            if ((word(at) == "]" || word(at) == ")") && --depth == 0) return at + 1;
        }
        return at;
    }
    /// The word after a name with its indices and members.
    std::size_t end_of_name(std::size_t at) const {
        for (++at; at < words_.size();) {
            if (word(at) == "[")
                at = closed(at);
            else if (word(at) == ".")
                at += 2;
            else
                break;
        }
        return at;
    }
    /// The word after an expression: what ends its statement, argument or parenthesis.
    std::size_t end_of_expression(std::size_t at) const {
        while (at < words_.size() && word(at) != ";" && word(at) != "," && word(at) != ")" && word(at) != "]")
            at = word(at) == "(" || word(at) == "[" ? closed(at) : at + 1;
        return at;
    }

    void replace(std::size_t from, std::size_t to, const char* function, const std::string& name,
                 const std::string& operand, double cost) {
        const auto call = fmt::format("{}({}, {})", function, name, operand);
        edits_.push_back(
            {{}, begin(from), end(to - 1) - begin(from), call, fmt::format("`{}` {}", call, where_), cost});
    }

    void add(std::size_t at) {
        const auto after = end_of_name(at);
        const auto name = between(at, after);
        constexpr double reads = 1, writes = 2;
        if (is(after, "++")) return replace(at, after + 2, "atomicAdd", name, "1u", 0);
        if (at >= 2 && is(at - 2, "++")) return replace(at - 2, after, "atomicAdd", name, "1u", 0);
        if (is(after, "+=")) {
            const auto last = end_of_expression(after + 2);
            return replace(at, last, "atomicAdd", name, between(after + 2, last), 0);
        }
        if (word(after) != "=" || is(after, "=="))
            return is_changed(after) ? void() : replace(at, after, "atomicOr", name, "0u", reads);
        const auto value = after + 1, last = end_of_expression(value);
        const auto length = after - at;
        if (last > value + length + 1 && between(value, value + length) == name &&
            word(value + length) == "+")
            return replace(at, last, "atomicAdd", name, between(value + length + 1, last), 0);
        if (last > value + length + 1 && between(last - length, last) == name &&
            word(last - length - 1) == "+")
            return replace(at, last, "atomicAdd", name, between(value, last - length - 1), 0);
        replace(at, last, "atomicExchange", name, between(value, last), writes);
    }
    /// True before another assignment, such as `-=`.
    bool is_changed(std::size_t after) const {
        return after + 1 < words_.size() && word(after + 1) == "=" && end(after) == begin(after + 1) &&
               std::string_view("-*/%&|^").find(word(after)) != std::string_view::npos;
    }

    const std::string& text_;
    std::vector<glsl::Token> words_;
    std::string where_;
    std::vector<Edit> edits_;
};

}  // namespace

std::vector<Edit> atomic_edits(const std::string& text, const Side& side, const std::string& variable,
                               const std::string& line_words) {
    return Line(text, side, variable, line_words).take();
}

}  // namespace pbp::sim
