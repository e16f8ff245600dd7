// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/expression.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <string_view>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/readable.hpp"
#include "common/glsl/declared.hpp"

namespace pbp::run_passes {

namespace {

constexpr int most_nesting = 64;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A reader by recursive descent; each level of precedence is one function.
class Evaluation {
  public:
    Evaluation(const std::string& text, const Names& names) : text_(text), names_(names) {}

    std::int64_t all() {
        const auto value = comparison();
        skip();
        if (at_ < text_.size()) wrong(fmt::format("'{}' was not expected", in_message(text_.substr(at_))));
        return value;
    }

  private:
    [[noreturn]] void wrong(const std::string& what) const {
        fail(ExitCode::wrong_usage, "in \"{}\", {}.", in_message(text_), what);
    }
    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool took(std::string_view sign) {
        skip();
        if (!std::string_view(text_).substr(at_).starts_with(sign)) return false;
        at_ += sign.size();
        return true;
    }

    std::int64_t comparison() {
        if (++nesting_ > most_nesting) wrong("parentheses are nested too deep");
        auto left = shift();
        for (;;) {
            if (took("<="))
                left = left <= shift();
            else if (took(">="))
                left = left >= shift();
            else if (took("=="))
                left = left == shift();
            else if (took("!="))
                left = left != shift();
            else if (took("<"))
                left = left < shift();
            else if (took(">"))
                left = left > shift();
            else
                break;
        }
        --nesting_;
        return left;
    }
    std::int64_t shift() {
        auto left = sum();
        for (;;) {
            if (took("<<")) {
                const auto by = bits(sum());
                left = checked(left, "*", std::int64_t{1} << by);
            } else if (took(">>")) {
                left >>= bits(sum());
            } else {
                return left;
            }
        }
    }
    std::int64_t bits(std::int64_t by) const {
        if (by < 0 || by > 62) wrong(fmt::format("a shift by {} is not possible: 0 to 62 bits are", by));
        return by;
    }
    std::int64_t sum() {
        auto left = product();
        for (;;) {
            if (took("+"))
                left = checked(left, "+", product());
            else if (took("-"))
                left = checked(left, "-", product());
            else
                return left;
        }
    }
    std::int64_t product() {
        auto left = value();
        for (;;) {
            if (took("*"))
                left = checked(left, "*", value());
            else if (took("/"))
                left = divided(left, value(), false);
            else if (took("%"))
                left = divided(left, value(), true);
            else
                return left;
        }
    }
    std::int64_t divided(std::int64_t left, std::int64_t right, bool remainder) const {
        if (right == 0) wrong("there is a division by 0");
        if (right == -1) return remainder ? 0 : checked(0, "-", left);
        return remainder ? left % right : left / right;
    }
    std::int64_t checked(std::int64_t left, const char* sign, std::int64_t right) const {
        std::int64_t made = 0;
        const bool over = *sign == '+'   ? __builtin_add_overflow(left, right, &made)
                          : *sign == '-' ? __builtin_sub_overflow(left, right, &made)
                                         : __builtin_mul_overflow(left, right, &made);
        if (over) wrong(fmt::format("{} {} {} is too large", left, sign, right));
        return made;
    }

    std::int64_t value() {
        if (++nesting_ > most_nesting) wrong("signs are nested too deep");
        const auto made = signed_value();
        --nesting_;
        return made;
    }
    std::int64_t signed_value() {
        if (took("-")) return checked(0, "-", value());
        if (took("(")) {
            const auto inside = comparison();
            if (!took(")")) wrong("a ')' is missing");
            return inside;
        }
        skip();
        const auto from = at_;
        if (at_ < text_.size() && is_digit(text_[at_])) return number();
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
        if (from == at_)
            wrong(at_ < text_.size() ? fmt::format("'{}' was not expected", in_message(text_.substr(at_, 1)))
                                     : "something is missing at the end");
        const auto name = text_.substr(from, at_ - from);
        return took("(") ? call(name) : meaning(name);
    }
    std::int64_t number() {
        std::int64_t made = 0;
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), made);
        if (problem != std::errc{}) wrong("a number is too large");
        at_ = static_cast<std::size_t>(end - text_.data());
        return made;
    }
    std::int64_t meaning(const std::string& name) const {
        if (const auto known = names_.find(name); known != names_.end()) return known->second;
        std::vector<std::string> candidates;
        for (const auto& [word, ignored] : names_) candidates.push_back(word);
        const auto meant = glsl::nearest(name, candidates);
        wrong(fmt::format("'{}' is unknown; {}", in_message(name),
                          meant.empty() ? fmt::format("{} {}", fmt::join(candidates, ", "),
                                                      candidates.size() == 1 ? "is known" : "are known")
                                        : fmt::format("did you mean '{}'?", meant)));
    }
    std::int64_t call(const std::string& name) {
        std::vector<std::int64_t> given;
        do {
            given.push_back(comparison());
        } while (took(","));
        if (!took(")")) wrong("a ')' is missing");
        const auto takes = [&](std::size_t count) {
            if (given.size() != count)
                wrong(fmt::format("{}() takes {} value{}, not {}", name, count, count == 1 ? "" : "s",
                                  given.size()));
        };
        if (name == "min" || name == "max" || name == "ceil_div") {
            takes(2);
            if (name == "min") return std::min(given[0], given[1]);
            if (name == "max") return std::max(given[0], given[1]);
            const auto whole = divided(given[0], given[1], false);
            return checked(whole, "+", divided(given[0], given[1], true) > 0 && given[1] > 0 ? 1 : 0);
        }
        if (name == "log2" || name == "next_power_of_two") {
            takes(1);
            if (given[0] < 1 || given[0] > std::int64_t{1} << 62)
                wrong(fmt::format("{}({}) does not exist: its value must be from 1 to 2^62", name, given[0]));
            const auto positive = static_cast<std::uint64_t>(given[0]);
            return name == "log2" ? std::bit_width(positive) - 1
                                  : static_cast<std::int64_t>(std::bit_ceil(positive));
        }
        wrong(fmt::format("{}() is unknown; min, max, ceil_div, log2 and next_power_of_two are known",
                          in_message(name)));
    }

    const std::string& text_;
    const Names& names_;
    std::size_t at_ = 0;
    int nesting_ = 0;
};

}  // namespace

std::int64_t evaluate(const std::string& expression, const Names& names) {
    return Evaluation(expression, names).all();
}

std::string filled_in(const std::string& text, const Names& names) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const auto open = text.find('{', at), close = text.find('}', open == text.npos ? at : open);
        if (open == text.npos || close == text.npos) return made + text.substr(at);
        made += text.substr(at, open - at) +
                std::to_string(evaluate(text.substr(open + 1, close - open - 1), names));
        at = close + 1;
    }
    return made;
}

bool is_name(const std::string& word) {
    if (word.empty() || is_digit(word.front())) return false;
    for (const char c : word)
        if (!is_letter(c) && !is_digit(c)) return false;
    return true;
}

}  // namespace pbp::run_passes
