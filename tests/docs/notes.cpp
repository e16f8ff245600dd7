// SPDX-License-Identifier: MIT
#include "tests/docs/notes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "tests/support/folder.hpp"

namespace pbp::docs {

bool updating() {
    return std::getenv("PBP_UPDATE_QUOTES") != nullptr;
}

std::string renewed_by(const std::string& variables) {
    std::string name = doctest::getContextOptions()->currentTest->m_name;
    std::ranges::replace_if(
        name, [](char c) { return c == ',' || c == '\''; }, '?');  // of a filter, of a shell
    return "renew it with: " + variables + " ./build/tests/test_docs --test-case='" + name + "'";
}

void update(const fs::path& page, const std::string& text) {
    if (text != test::read_text(page)) std::ofstream(page) << text;
}

Extent fenced(const Note& note) {
    const auto first = note.at + 2;
    REQUIRE(first <= note.page.size());
    REQUIRE_MESSAGE(note.page[first - 1].text.starts_with("```"), "a fenced block is missing");
    return {first, up_to("```")(Note{note.page, first - 1, note.words}).end};
}

Extent table(const Note& note) {
    auto end = note.at + 1;
    while (end < note.page.size() && note.page[end].text.starts_with('|')) ++end;
    return {note.at + 1, end};
}

std::function<Extent(const Note&)> up_to(const std::string& line) {
    return [line](const Note& note) {
        auto end = note.at + 1;
        while (end < note.page.size() && note.page[end].text != line) ++end;
        REQUIRE_MESSAGE(end < note.page.size(), line, " is missing");
        return Extent{note.at + 1, end};
    };
}

std::vector<std::string> lines_in(const Note& note, Extent extent) {
    std::vector<std::string> lines;
    for (auto i = extent.first; i < extent.end; ++i) lines.push_back(note.page[i].text);
    return lines;
}

std::vector<std::string> check_blocks(const std::string& kind,
                                      const std::function<Extent(const Note&)>& extent,
                                      const std::function<std::vector<std::string>(const Note&)>& real) {
    std::vector<std::string> found;
    for (const auto& file : pages()) {
        const auto page = read_page(file);
        std::string text;
        for (std::size_t i = 0; i < page.size(); ++i) {
            text += page[i].text + "\n";
            const Note note{page, i, note_of(page[i], kind)};
            if (note.words.empty()) continue;
            INFO(file.string(), ": <!-- ", kind, ": ", note.words, " -->\n", renewed_by());
            found.push_back(note.words);
            const auto [first, end] = extent(note);
            const auto lines = real(note), shown = lines_in(note, {first, end});
            const auto [is, should] = std::ranges::mismatch(shown, lines);
            INFO("the page has: ", is == shown.end() ? "nothing" : *is);
            INFO("it should be: ", should == lines.end() ? "nothing" : *should);
            if (!updating()) CHECK((shown == lines));
            while (++i < first) text += page[i].text + "\n";
            for (const auto& line : lines) text += line + "\n";
            i = end - 1;
        }
        if (updating()) update(file, text);
    }
    return found;
}

}  // namespace pbp::docs
