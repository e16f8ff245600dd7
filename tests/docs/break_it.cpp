// SPDX-License-Identifier: MIT
// What "Break it" and the exercises say about the shaders is still true. Code between backticks is a quote:
// it is in the shader that the item names. Code after the word `write`, `by`, `be` or `put` is the reader's
// to write. What is to be deleted, exchanged or replaced is there exactly once, so that the reader can do it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <regex>

#include "tests/docs/pages.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::docs;
using pbp::test::contains, pbp::test::read_text;

namespace {

/// An item of a section's list: what to do, and what is hidden until then.
struct Item {
    fs::path page;
    std::size_t line = 0;
    bool exercise = false;
    std::string intro, task, answer;  ///< intro: the text before the list
};

std::vector<Item> items_of(const fs::path& page) {
    std::vector<Item> items;
    std::string section, intro;
    bool listed = false, answer = false;
    const auto lines = read_page(page);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& [text, code] = lines[i];
        if (!code && text.starts_with("## ")) section = text.substr(3), intro.clear(), listed = false;
        if (section != "Break it" && section != "Exercises") continue;
        static const std::regex begins(R"(\d+\. .*)");
        if (!code && std::regex_match(text, begins)) {
            items.push_back({page, i + 1, section == "Exercises", intro, "", ""});
            listed = true;
            answer = false;
        }
        if (!listed) {
            intro += text + " ";
            continue;
        }
        answer |= contains(text, "<details>");
        if (code || text.find("<!--") != std::string::npos) continue;
        auto& part = answer ? items.back().answer : items.back().task;
        static const std::regex bold(R"(\*\*)");
        part += std::regex_replace(text, bold, "") + " ";
    }
    return items;
}

/// The text between two backticks, and the text before it since the last pair.
struct Span {
    std::string before, code;
    /// The word before it.
    std::string word() const {
        static const std::regex last(R"(([A-Za-z]+) $)");
        std::smatch found;
        return std::regex_search(before, found, last) ? found[1].str() : "";
    }
    bool is_new() const {
        static const std::array words{"write", "Write", "by", "be", "put", "Put"};
        return std::ranges::find(words, word()) != words.end();
    }
    bool is_file() const {
        static const std::regex file(R"([\w./]+\.(comp|glsl|vert|frag|cpp|hpp|txt|png|csv|json))");
        return std::regex_match(code, file);
    }
    /// True unless it is a command, a path, an option, or output of a program.
    bool is_code() const {
        for (const char* other : {"./", "--", "git ", "shaders/", "wrong after", "the driver finds", "WRONG"})
            if (code.starts_with(other)) return false;
        return !is_file();
    }
};

std::vector<Span> spans(const std::string& text) {
    std::vector<Span> found;
    for (std::size_t at = 0, open; (open = text.find('`', at)) != std::string::npos;) {
        const auto close = text.find('`', open + 1);
        REQUIRE(close != std::string::npos);
        found.push_back({text.substr(at, open - at), text.substr(open + 1, close - open - 1)});
        at = close + 1;
    }
    return found;
}

/// A shader without its comments, or a C++ source unchanged.
std::string code_in(const fs::path& file) {
    static const std::regex comment("//[^\n]*");
    return std::regex_replace(read_text(file), comment, "");
}

bool part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// How often a text contains a quote as whole words.
std::size_t times(const std::string& text, const std::string& quote) {
    std::size_t found = 0;
    for (auto at = text.find(quote); at != std::string::npos; at = text.find(quote, at + 1)) {
        const auto end = at + quote.size();
        const bool begins = at == 0 || !part_of_name(quote.front()) || !part_of_name(text[at - 1]);
        const bool ends = end == text.size() || !part_of_name(quote.back()) || !part_of_name(text[end]);
        found += begins && ends ? 1 : 0;
    }
    return found;
}

std::vector<std::string> names(const std::string& code) {
    static const std::regex name(R"(\b[A-Za-z_]\w*)");
    return {std::sregex_token_iterator(code.begin(), code.end(), name), {}};
}

std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    if (fs::exists(folder))
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// The folder name of the lesson that an item is about, or an empty string.
std::string lesson_about(const Item& item) {
    static const std::regex other(R"([Ll]esson (\d\d)'s)"), own(R"((\d\d)_.*)");
    std::smatch found;
    const auto page = item.page.filename().string();
    const bool one = std::regex_search(item.task, found, other) || std::regex_match(page, found, own);
    return one ? lesson_of(found[1]) : "";
}

/// True for a lesson in plain OpenGL: what its page changes are programs.
bool is_plain(const std::string& lesson) {
    return !lesson.empty() && !fs::exists(root / "lessons" / lesson / "main.cpp");
}

/// The files that a text names: in full, by name, or a shader by its version.
std::vector<fs::path> named(const std::string& text, const std::string& lesson, bool shaders_alone) {
    std::vector<fs::path> found;
    std::string words;
    static const std::regex shader(R"([\w./]+\.(comp|glsl|vert|frag|cpp|hpp))"), version(R"(\bv(\d+)\b)");
    for (std::sregex_iterator at(text.begin(), text.end(), shader), end; at != end; ++at) {
        const auto name = at->str();
        if (shaders_alone && name.ends_with("pp") && !is_plain(lesson)) continue;
        if (name == "mine.comp") continue;  // the reader's copy
        auto file = root / name;
        for (const auto& one : files_below(is_plain(lesson) ? root / "lessons" / lesson : root / "shaders"))
            if (one.filename() == name && !fs::exists(file)) file = one;
        INFO(name);
        CHECK((name.starts_with("/tmp") || fs::is_regular_file(file)));
        if (fs::is_regular_file(file)) found.push_back(file);
    }
    if (!found.empty()) return found;
    for (std::size_t at = 0, open; at < text.size();
         at = text.find('`', open + 1) + 1) {  // outside backticks
        open = std::min(text.find('`', at), text.size());
        words += text.substr(at, open - at);
        if (open == text.size()) break;
    }
    if (!lesson.empty())
        for (std::sregex_iterator at(words.begin(), words.end(), version), end; at != end; ++at)
            for (const auto& file : files_below(root / "shaders" / lesson)) {
                const auto folder = file.parent_path().filename();
                if ((folder == lesson || folder == "parts") &&
                    file.filename().string().starts_with("v" + (*at)[1].str() + "_"))
                    found.push_back(file);
            }
    return found;
}

std::string text_of(const std::vector<fs::path>& files) {
    std::string text;
    for (const auto& file : files) text += code_in(file) + "\n";
    return text;
}

/// The files, and everything that they include.
std::vector<fs::path> with_includes(std::vector<fs::path> files) {
    static const std::regex include(R"-(#include "([^"]+)")-");
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto text = read_text(files[i]);
        for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at)
            for (const auto& folder : {files[i].parent_path(), root / "shaders/common"})
                if (const auto file = folder / (*at)[1].str();
                    fs::exists(file) && std::ranges::find(files, file) == files.end())
                    files.push_back(file);
    }
    return files;
}

/// True if the code is to be deleted or replaced: the reader must find one place for it.
bool is_target(const std::vector<Span>& all, std::size_t at) {
    const auto& span = all[at];
    const auto word = span.word();
    static const std::array takes{"delete", "Delete", "replace", "Replace", "exchange", "guard", "line"};
    if (std::ranges::find(takes, word) != takes.end()) return true;
    if (at == 0) return false;
    if (word == "and" && span.before == " and ") return is_target(all, at - 1);
    return all[at - 1].is_new() && (span.before == " for " || span.before.ends_with(" instead of "));
}

struct Checked {
    std::size_t quotes = 0, targets = 0, answers = 0;
};

void check_item(const Item& item, std::vector<fs::path>& before, Checked& checked) {
    const auto lesson = lesson_about(item);
    auto shaders = named(item.task, lesson, !item.exercise);
    if (shaders.empty() && !item.exercise) shaders = named(item.intro, lesson, true);
    if (shaders.empty() && !item.exercise) shaders = before;
    before = shaders;
    CHECK_MESSAGE((item.exercise || !shaders.empty()), "neither the item nor the section names a shader");
    const auto own = text_of(shaders), whole = text_of(with_includes(shaders));
    auto around = whole;  // where names may come from that are only mentioned
    for (const auto& folder : {root / "shaders" / lesson, root / "shaders/common", root / "lessons" / lesson})
        if (lesson.empty() ? folder.filename() == "common" : true) around += text_of(files_below(folder));
    if (lesson.empty()) around += text_of(files_below(root / "shaders"));
    const auto all = spans(item.task);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& span = all[i];
        if (!span.is_code()) continue;
        INFO("`", span.code, "` in ", std::string(item.exercise ? "exercise" : "experiment"));
        if (span.is_new()) {
            around += span.code + "\n";
        } else if (item.exercise) {
            for (const auto& name : names(span.code))
                CHECK_MESSAGE((name.starts_with("gl_") || times(around, name) > 0), name, " is gone");
            ++checked.quotes;
        } else if (is_target(all, i)) {
            CHECK_MESSAGE(times(own, span.code) == 1, "must occur once in the named shader");
            ++checked.targets;
        } else {
            CHECK_MESSAGE(times(whole, span.code) > 0, "does not occur in the named shader");
            ++checked.quotes;
        }
    }
    for (const auto& span : spans(item.answer)) {
        if (!span.is_code() || span.code.find_first_of("()[];=") == std::string::npos) continue;
        INFO("`", span.code, "` in an answer");
        for (const auto& name : names(span.code))
            CHECK_MESSAGE((name.starts_with("gl_") || times(around, name) > 0), name, " is gone");
        ++checked.answers;
    }
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE(
        "all code that 'Break it' and the exercises quote is in the shader, and can be changed as they say") {
        Checked all;
        for (const auto& page : pages()) {
            Checked checked;
            std::vector<fs::path> before;
            for (const auto& item : items_of(page)) {
                INFO(page.filename().string(), ":", item.line, ": ", item.task);
                check_item(item, before, checked);
            }
            const auto name = page.filename().string();
            if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
                CAPTURE(name);
                CHECK_MESSAGE(checked.quotes + checked.targets > 1,
                              "'Break it' and the exercises quote two pieces of the shaders' code at least");
            }
            all.quotes += checked.quotes;
            all.targets += checked.targets;
            all.answers += checked.answers;
        }
        MESSAGE(all.quotes << " quotes, " << all.targets << " places to change, " << all.answers
                           << " in answers");
        CHECK(all.quotes > 20);
        CHECK(all.targets > 20);
        CHECK(all.answers > 2);
    }

    TEST_CASE("the pages quote findings word for word") {
        std::size_t quotes = 0;
        static const std::regex might(R"(\*([^*]*might have [^*]*)\*)");
        for (const auto& page : pages()) {
            std::string findings;  // of the blocks before
            for (const auto& [text, code] : read_page(page)) {
                if (code) findings += text + "\n";
                if (code) continue;
                for (std::sregex_iterator at(text.begin(), text.end(), might), end; at != end; ++at) {
                    CAPTURE((*at)[1].str());
                    const auto said = (*at)[1].str().substr(1);       // starts with a capital or not
                    const auto last = findings.rfind("might have ");  // in the last finding of two outcomes
                    REQUIRE(last != std::string::npos);
                    CHECK(contains(findings.substr(findings.rfind('\n', last)), said));
                    ++quotes;
                }
            }
        }
        CHECK(quotes > 0);
    }
}
