// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

#include "common/glsl/diagnostics.hpp"
#include "common/glsl/scan.hpp"

namespace pbp::glsl {

namespace {

/// A part of a line, in bytes; empty if size is 0.
struct Mark {
    std::size_t begin = 0, size = 0;
};

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

/// The part of a line that a driver's message refers to: the name it quotes, else the word at its column,
/// else the line's first word. Empty for a blank line.
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

/// True for a byte within a character of UTF-8, after its first.
bool continues(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Blanks as wide as the start of the line on a screen: tabs stay tabs, and UTF-8 continuation bytes have no
// width.
std::string indent(std::string_view start) {
    std::string blanks;
    for (const char c : start)
        if (!continues(c)) blanks += c == '\t' ? '\t' : ' ';
    return blanks;
}

/// Cuts a line to what a row of 80 columns has room for, around its mark: a terminal would wrap a longer one,
/// and the caret below it would point nowhere.
void fit(std::string& line, Mark& at) {
    constexpr std::size_t room = 68, before = 40;
    if (line.size() <= room) return;
    const auto within = [&](std::size_t from) {  // not into the middle of a character
        while (from < line.size() && continues(line[from])) ++from;
        return from;
    };
    const auto from = at.begin > before ? within(at.begin - before) : 0, to = within(from + room);
    if (to < line.size()) line = line.substr(0, to) + " …";
    at.size = std::min(at.size, to - at.begin);
    if (from == 0) return;
    line = "… " + line.substr(from);
    at.begin -= from - std::string_view("… ").size();
}

std::string one(const Source& source, const Diagnostic& what) {
    const auto place = source.locate(what.string, what.line);
    std::string page =
        fmt::format("{}:{}: {}: {}\n", place.file, place.line, what.error ? "error" : "warning", what.text);
    auto line = source.line_text(what.string, what.line);
    if (auto at = mark(line, what); at.size > 0) {
        fit(line, at);
        page += fmt::format("{:>6} | {}\n", what.line, line);
        page += fmt::format("{:>6} | {}{}\n", "", indent(std::string_view(line).substr(0, at.begin)),
                            std::string(at.size, '^'));
    }
    for (int string = what.string; string > 0 && string < static_cast<int>(source.included_from.size());) {
        const Location& from = source.included_from[static_cast<std::size_t>(string)];
        page += fmt::format("       included from {}:{}\n", from.file, from.line);
        string = from.string;
    }
    return page;
}

// What to do if a driver does not know ASSERT or LOG; empty if that is not the problem.
std::string debug_hint(const Source& source, const std::vector<Diagnostic>& errors) {
    if (source.includes("debug.glsl")) return {};
    for (const auto& error : errors)
        for (const auto& word : tokens(error.text))
            if (word.text == "ASSERT" || word.text == "LOG")
                return fmt::format("hint: {} comes from debug.glsl; write #include \"debug.glsl\" into {}\n",
                                   word.text, source.locate(error.string, error.line).file);
    return {};
}

// Headings and rules that drivers print around their messages.
bool decoration(std::string_view line) {
    return line.find_first_not_of("- \t") == line.npos || line.ends_with(" info") ||
           line.ends_with("No code generated.") ||
           (line.starts_with("ERROR: ") && line.find("compilation errors.") != line.npos);
}

// Mesa opens a quotation with ` and closes it with '.
std::string with_plain_quotes(std::string text) {
    std::replace(text.begin(), text.end(), '`', '\'');
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
    return text;
}

std::string counted(std::size_t count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace

std::string explain(const Source& source, std::string_view log, int most) {
    std::vector<Diagnostic> errors, warnings;
    std::string rest;
    for (const auto line : log_lines(log)) {
        auto what = parse_log_line(line);
        if (!what) {
            if (!decoration(line)) rest.append(line).append("\n");
            continue;
        }
        what->text = with_plain_quotes(what->text);
        const auto place = source.locate(what->string, what->line);
        what->string = place.string;
        what->line = place.line;
        auto& list = what->error ? errors : warnings;
        const auto same = [&](const Diagnostic& other) {
            return other.string == what->string && other.line == what->line && other.text == what->text;
        };
        // Mesa lists the candidates for a call below its error, each indented and with the location again.
        if (what->text.starts_with("  ") && !list.empty() && list.back().line == what->line) {
            list.back().text += "\n  " + what->text;
            continue;
        }
        if (std::none_of(list.begin(), list.end(), same)) list.push_back(*what);
    }
    if (errors.empty() && warnings.empty()) return fmt::format("{}: {}", source.locate(0, 1).file, log);

    std::string page;
    const auto& listed = errors.empty() ? warnings : errors;
    const auto room = std::min(listed.size(), static_cast<std::size_t>(std::max(most, 1)));
    for (std::size_t i = 0; i < room; ++i) page += one(source, listed[i]);
    if (room < listed.size())
        page += "and " + counted(listed.size() - room, errors.empty() ? "more warning" : "more error") + "\n";
    if (!errors.empty() && !warnings.empty()) page += "and " + counted(warnings.size(), "warning") + "\n";
    return page + rest + debug_hint(source, errors);
}

}  // namespace pbp::glsl
