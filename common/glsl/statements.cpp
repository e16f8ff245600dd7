// SPDX-License-Identifier: MIT
#include "common/glsl/statements.hpp"

#include <algorithm>

#include "common/glsl/scan.hpp"

namespace pbp::glsl {

namespace {

/// Reads a text word by word.
class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text), words_(without_directives(text)) {}

    Statements read() {
        for (at_ = 0; at_ < words_.size(); ++at_) {
            count_lines();
            const auto word = words_[at_].text;
            if (word == "(") {
                if (parens_++ == 0 && at_ > 0) head_ = words_[at_ - 1].text;
            } else if (word == ")") {
                --parens_;
            } else if (word == "{") {
                open();
            } else if (word == "}") {
                close();
            } else if (word == ";" && parens_ == 0) {
                if (!jumps()) add_gap();
                begin_ = at_ + 1;
            }
        }
        return std::move(found_);
    }

  private:
    struct Open {
        Block block;
        bool holds_statements = false, is_do = false;
    };

    /// Preprocessor lines are no statements.
    static std::vector<Token> without_directives(std::string_view text) {
        std::vector<Token> kept;
        bool skipping = false;
        for (const auto& word : tokens(text)) {
            if (word.starts_line) skipping = word.text == "#";
            if (!skipping) kept.push_back(word);
        }
        return kept;
    }

    std::size_t offset(std::size_t word) const {
        return static_cast<std::size_t>(words_[word].text.data() - text_.data());
    }
    void count_lines() {
        line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                             text_.begin() + static_cast<std::ptrdiff_t>(offset(at_)), '\n'));
        counted_ = offset(at_);
    }
    std::string_view next() const { return at_ + 1 < words_.size() ? words_[at_ + 1].text : ""; }

    void open() {
        const auto before = at_ > 0 ? words_[at_ - 1].text : std::string_view();
        Open one{{offset(at_), 0, line_, 0, false}, false, before == "do"};
        const bool inside = !open_.empty() && open_.back().holds_statements;
        one.holds_statements =
            before == ")" || (inside && (before == "else" || before == "do" || before == "{" ||
                                         before == "}" || before == ";" || before == ":"));
        one.block.loops = one.is_do || (before == ")" && (head_ == "for" || head_ == "while"));
        open_.push_back(one);
        if (!one.holds_statements) return;
        begin_ = at_;
        add_gap();
        begin_ = at_ + 1;
    }

    void close() {
        if (open_.empty()) return;
        auto closed = open_.back();
        open_.pop_back();
        if (!closed.holds_statements) return;
        closed.block.end = offset(at_);
        closed.block.last_line = line_;
        found_.blocks.push_back(closed.block);
        begin_ = at_;
        if (!closed.is_do) add_gap();
        begin_ = at_ + 1;
    }

    bool jumps() const {
        const auto first = begin_ < at_ ? words_[begin_].text : std::string_view();
        return first == "return" || first == "break" || first == "continue" || first == "discard";
    }

    void add_gap() {
        if (open_.empty() || next() == "else") return;
        if (!std::ranges::all_of(open_, &Open::holds_statements)) return;
        const auto begin = offset(begin_), end = offset(at_) + words_[at_].text.size();
        Gap made{end, line_, true, std::string(text_.substr(begin, end - begin)), {}};
        if (at_ + 1 < words_.size()) {
            const auto between = text_.substr(end, offset(at_ + 1) - end);
            made.ends_line = between.find('\n') != between.npos;
        }
        for (const auto& one : open_) made.blocks.push_back(one.block.begin);
        found_.gaps.push_back(std::move(made));
    }

    std::string_view text_;
    std::vector<Token> words_;
    Statements found_;
    std::vector<Open> open_;
    std::size_t at_ = 0, begin_ = 0, counted_ = 0;  ///< this word; the statement's first; an offset
    int line_ = 1, parens_ = 0;
    std::string_view head_;  ///< the word before the outermost parenthesis
};

}  // namespace

Statements statements_of(std::string_view text) {
    return Reader(text).read();
}

}  // namespace pbp::glsl
