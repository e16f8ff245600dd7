// SPDX-License-Identifier: MIT
#include "tests/mutants/mutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/glsl/scan.hpp"

namespace pbp::mutants {

namespace {

/// A name, a number or a whole operator of a shader, where it can be changed.
struct Word {
    std::size_t offset = 0;
    std::string_view text;
    std::size_t end() const { return offset + text.size(); }
    bool is(std::string_view other) const { return text == other; }
    bool is_name() const;
};

/// The range of each argument between two brackets, separated by the commas of their own level.
struct Range {
    std::size_t first = 0, last = 0;  ///< words [first, last)
};

constexpr std::array<std::string_view, 21> operators{
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^",
    "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

bool Word::is_name() const {
    return glsl::word_char(text.front()) && !(text.front() >= '0' && text.front() <= '9');
}

/// The words of a shader without preprocessor lines; `text` must outlive them.
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

/// The bracket that closes the one at `open`; the last word if none does.
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

std::vector<Range> arguments(std::span<const Word> words, std::size_t open, std::size_t close,
                             char by = ',') {
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

using Names = std::map<std::string_view, std::string>;

const Names flipped{{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}, {"==", "!="}, {"!=", "=="}};
const Names other_extreme{{"min", "max"},
                          {"max", "min"},
                          {"atomicMin", "atomicMax"},
                          {"atomicMax", "atomicMin"},
                          {"sg_min", "sg_max"},
                          {"sg_max", "sg_min"},
                          {"subgroupMin", "subgroupMax"},
                          {"subgroupMax", "subgroupMin"}};
const Names other_identity{{"0u", "1u"}, {"0", "1"},        {"0.0", "1.0"},        {"0.0f", "1.0f"},
                           {"0.", "1."}, {"false", "true"}, {"0xFFFFFFFFu", "0u"}, {"0xffffffffu", "0u"}};
const Names plain_change{{"atomicAdd", "{0} + ({1})"},   {"atomicMin", "min({0}, {1})"},
                         {"atomicMax", "max({0}, {1})"}, {"atomicAnd", "{0} & ({1})"},
                         {"atomicOr", "{0} | ({1})"},    {"atomicXor", "{0} ^ ({1})"},
                         {"atomicExchange", "{1}"}};

bool is_order(std::string_view word) {
    return word == "<" || word == "<=" || word == ">" || word == ">=";
}

class Finder {
  public:
    explicit Finder(std::string_view text) : text_(text), words_(words_of(text)) {}

    std::vector<Mutation> all() {
        for (at_ = 0; at_ < words_.size(); ++at_) {
            const auto& word = words_[at_];
            if (called() && (word.is("TRACE") || word.is("LOG") || word.is("ASSERT") || word.is("layout"))) {
                at_ = closing(words_, at_ + 1);
                continue;
            }
            if (called() && (word.text.ends_with("arrier") || word.text.starts_with("memoryBarrier") ||
                             word.text.starts_with("subgroupMemoryBarrier")))
                if (closing(words_, at_ + 1) == at_ + 2) replace(Kind::barrier, at_, at_ + 3, "");
            const auto look_up = [&](const Names& names, Kind kind) {
                if (const auto found = names.find(word.text); found != names.end())
                    replace(kind, at_, at_ + 1, found->second);
            };
            look_up(flipped, Kind::comparison);
            if (called()) look_up(other_extreme, Kind::extreme);
            look_up(other_identity, Kind::identity);
            if (word.is("~") && next_is(at_ + 1, "0u")) replace(Kind::identity, at_, at_ + 2, "0u");
            if (word.is("[")) index();
            if (called() && (word.is("if") || word.is("while"))) condition();
            if (called() && word.is("for")) loop();
            if (word.is("?")) choice();
            if (called()) atomic();
        }
        std::ranges::stable_sort(found_, {}, &Mutation::offset);
        return std::move(found_);
    }

  private:
    bool next_is(std::size_t i, std::string_view text) const {
        return i < words_.size() && words_[i].is(text);
    }
    bool called() const { return words_[at_].is_name() && next_is(at_ + 1, "("); }
    std::string between(Range range) const {
        if (range.first >= range.last) return {};
        const auto from = words_[range.first].offset;
        return std::string(text_.substr(from, words_[range.last - 1].end() - from));
    }

    void replace(Kind kind, std::size_t first, std::size_t last, const std::string& after) {
        Mutation made;
        made.offset = words_[first].offset;
        made.length = words_[last - 1].end() - made.offset;
        made.line = 1 + static_cast<int>(std::count(
                            text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(made.offset), '\n'));
        made.kind = kind;
        made.before = text_.substr(made.offset, made.length);
        made.after = after;
        // The lines after it keep their numbers.
        made.after.append(
            static_cast<std::size_t>(std::ranges::count(made.before, '\n') - std::ranges::count(after, '\n')),
            '\n');
        if (made.before != made.after) found_.push_back(std::move(made));
    }

    /// True for a bracket that gives an array's length: TYPE NAME[, TYPE NAME[][, or TYPE NAME, NAME[.
    bool declares(std::size_t open) const {
        if (open < 2) return false;
        if (words_[open - 1].is("]")) {
            auto other = open - 1;
            while (other > 0 && closing(words_, other) != open - 1) --other;
            return declares(other);
        }
        const auto before = open - 2;
        if (!words_[open - 1].is_name()) return false;
        if (words_[before].is_name()) return !words_[before].is("return") && !words_[before].is("else");
        if (!words_[before].is(",")) return false;
        auto first = before;  // of the statement
        for (int depth = 0; first > 0; --first) {
            const auto word = words_[first - 1].text;
            if (word == ")" || word == "]") ++depth;
            if ((word == "(" || word == "[") && --depth < 0) return false;
            if (depth == 0 && (word == ";" || word == "{" || word == "}")) break;
        }
        return words_[first].is_name() && words_[first + 1].is_name() && !words_[first].is("return");
    }

    void index() {
        const auto close = closing(words_, at_);
        if (!declares(at_) && close > at_ + 1)
            replace(Kind::index, at_ + 1, close, "(" + between({at_ + 1, close}) + ") + 1");
    }

    bool orders(Range range) const {
        return std::any_of(words_.begin() + static_cast<std::ptrdiff_t>(range.first),
                           words_.begin() + static_cast<std::ptrdiff_t>(range.last),
                           [](const Word& word) { return is_order(word.text); });
    }

    // A check that sends invocations away keeps all of them; one that lets some work lets all work.
    void condition() {
        const auto close = closing(words_, at_ + 1);
        const Range inside{at_ + 2, close};
        if (words_[at_].is("while")) return halve(inside);
        if (!orders(inside)) return;
        std::size_t then = close + 1;
        while (next_is(then, "{")) ++then;
        const bool leaves = next_is(then, "return") || next_is(then, "continue") || next_is(then, "break");
        replace(Kind::bounds, inside.first, inside.last, leaves ? "false" : "true");
    }

    void choice() {
        std::size_t first = at_;
        for (int depth = 0; first > 0; --first) {
            const auto before = words_[first - 1].text;
            if (before == ")" || before == "]") ++depth;
            if ((before == "(" || before == "[") && --depth < 0) break;
            static constexpr std::array ends{"=", ",", ";",  "{",  "}",  "return",
                                             "?", ":", "+=", "-=", "|=", "*="};
            if (depth == 0 && std::ranges::find(ends, before) != ends.end()) break;
        }
        if (first < at_ && orders({first, at_})) replace(Kind::bounds, first, at_, "true");
    }

    /// Halves the range of a condition.
    void halve(Range condition) {
        for (auto i = condition.first; i < condition.last; ++i) {
            if (!words_[i].is("<") && !words_[i].is("<=")) continue;
            auto last = i + 1;
            while (last < condition.last && !words_[last].is("&&") && !words_[last].is("||")) {
                const char c = words_[last].text.front();
                last = c == '(' || c == '[' ? closing(words_, last) + 1 : last + 1;
            }
            replace(Kind::trips, i + 1, last, "(" + between({i + 1, last}) + ") / 2");
            return;
        }
    }

    void loop() {
        const auto parts = arguments(words_, at_ + 1, closing(words_, at_ + 1), ';');
        if (parts.size() != 3) return;
        halve(parts[1]);
        if (const auto step = between(parts[2]); !step.empty())  // each step made twice
            replace(Kind::trips, parts[2].first, parts[2].last, step + ", " + step);
    }

    void atomic() {
        const auto close = closing(words_, at_ + 1);
        const auto given = arguments(words_, at_ + 1, close);
        const bool alone = at_ > 0 && next_is(close + 1, ";") &&
                           (words_[at_ - 1].is(";") || words_[at_ - 1].is("{") || words_[at_ - 1].is("}") ||
                            words_[at_ - 1].is(")"));
        if (words_[at_].is("atomicCompSwap") && given.size() == 3)
            return replace(Kind::atomic, at_, close + 1,
                           fmt::format("({0} == ({1}) ? ({0} = ({2}), ({1})) : {0})", between(given[0]),
                                       between(given[1]), between(given[2])));
        const auto change = plain_change.find(words_[at_].text);
        if (change == plain_change.end() || given.size() != 2) return;
        const auto place = between(given[0]), value = between(given[1]);
        auto made = fmt::format("{} = ", place) + fmt::format(fmt::runtime(change->second), place, value);
        if (!alone && words_[at_].is("atomicAdd")) made = fmt::format("({}) - ({})", made, value);
        replace(Kind::atomic, at_, close + 1, alone ? made : "(" + made + ")");
    }

    std::string_view text_;
    std::vector<Word> words_;
    std::size_t at_ = 0;
    std::vector<Mutation> found_;
};

}  // namespace

std::string to_string(Kind kind) {
    switch (kind) {
        case Kind::barrier:
            return "barrier";
        case Kind::comparison:
            return "comparison";
        case Kind::index:
            return "index";
        case Kind::bounds:
            return "bounds";
        case Kind::trips:
            return "trips";
        case Kind::extreme:
            return "extreme";
        case Kind::identity:
            return "identity";
        case Kind::atomic:
            return "atomic";
    }
    return {};
}

std::string Mutation::applied_to(std::string_view text) const {
    std::string changed(text);
    return changed.replace(offset, length, after);
}

std::string Mutation::changed_line(std::string_view text) const {
    const auto changed = applied_to(text);
    const auto begin = changed.rfind('\n', offset == 0 ? 0 : offset - 1);
    const auto first = changed.find_first_not_of(" \t\n", begin == std::string::npos ? 0 : begin);
    auto line = changed.substr(first, changed.find('\n', std::max(first, offset + after.size())) - first);
    std::ranges::replace(line, '\n', ' ');
    return line;
}

std::vector<Mutation> mutations_of(std::string_view text) {
    return Finder(text).all();
}

}  // namespace pbp::mutants
