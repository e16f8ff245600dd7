// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/shader_text.hpp"

#include <cctype>
#include <regex>
#include <set>
#include <sstream>

namespace pbp::plain_export {

namespace {

bool part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The place after the parenthesis that closes the one at `open`.
std::size_t after_closing(const std::string& text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth == 0) return at + 1;
    }
    return text.size();
}

/// Where the statement begins whose body begins at `body`: at the `if (...)`, `for (...)` or `else` before
/// it.
std::size_t begin_of_statement(const std::string& text, std::size_t body) {
    for (std::size_t begin = body;;) {
        auto end = begin;
        while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\n')) --end;
        if (end >= 4 && text.compare(end - 4, 4, "else") == 0) {
            begin = end - 4;
            continue;
        }
        if (end == 0 || text[end - 1] != ')') return begin;
        auto open = end - 1;
        for (int depth = 1; open > 0 && depth > 0;) {
            --open;
            depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
        }
        auto word = open;
        while (word > 0 && text[word - 1] == ' ') --word;
        const auto last = word;
        while (word > 0 && part_of_name(text[word - 1])) --word;
        const auto name = text.substr(word, last - word);
        if (name != "if" && name != "for") return begin;
        begin = word;
    }
}

/// Takes away each statement that only records, with the conditions and loops around it alone.
void remove_records(std::string& text) {
    for (const std::string name : {"TRACE(", "ASSERT(", "LOG("})
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
            const auto line = text.rfind('\n', at) + 1;
            const bool comment = text.substr(line, at - line).find("//") != std::string::npos;
            if (comment || (at > 0 && part_of_name(text[at - 1]))) {
                at += name.size();
                continue;
            }
            auto end = after_closing(text, at + name.size() - 1);
            if (end < text.size() && text[end] == ';') ++end;
            auto begin = begin_of_statement(text, at);
            const auto first = text.rfind('\n', begin) + 1;
            const bool alone = text.find_first_not_of(' ', first) == begin;
            const auto line_end = text.find('\n', end);
            const auto rest = text.substr(end, line_end - end);
            const auto other = rest.find_first_not_of(' ');
            if (alone && (other == std::string::npos || rest.compare(other, 2, "//") == 0))
                begin = first, end = line_end + 1;  // all of the line
            else
                while (begin > first && text[begin - 1] == ' ') --begin;
            text.erase(begin, end - begin);
            at = begin;
        }
}

}  // namespace

Cleaned clean(const glsl::Source& source) {
    static const std::set<std::string> instruments{"trace.glsl", "debug.glsl"};
    static const std::regex place(R"(\s*#line\s+(\d+)(?:\s+(\d+))?.*)"),
        back_end(R"(#define SG_BACKEND (\d))");
    static const std::string back_ends[] = {"", "subgroup_khr.glsl", "subgroup_ballot.glsl",
                                            "subgroup_shared.glsl"};
    Cleaned cleaned;
    std::smatch found;
    std::string wanted;
    if (std::regex_search(source.injected, found, back_end)) wanted = back_ends[std::stoi(found[1]) % 4];
    std::istringstream lines(source.text);
    std::size_t string = 0;
    bool blank = false;
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_match(line, found, place)) {
            string = found[2].matched ? std::stoul(found[2]) : string;
            continue;
        }
        const auto file = string < source.files.size() ? source.files[string].filename().string() : "";
        if (instruments.contains(file)) continue;
        if (file.starts_with("subgroup_") && file != wanted) continue;
        if (file == wanted && !wanted.empty()) cleaned.subgroups = file;
        if (line.starts_with("// SPDX")) continue;
        const bool empty = line.find_first_not_of(" \t") == std::string::npos;
        if (empty && blank) continue;
        blank = empty;
        cleaned.text += line + "\n";
    }
    remove_records(cleaned.text);
    return cleaned;
}

}  // namespace pbp::plain_export
