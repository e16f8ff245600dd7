// SPDX-License-Identifier: MIT
// The pages quote the real shaders:
//   <!-- quote: shaders/03_reduction/v3_sequential.comp:NAME -->   before a fenced block: the lines between
//   [NAME] and [/NAME]
// PBP_UPDATE_QUOTES=1 copies the quotes instead of comparing them.
#include <doctest/doctest.h>

#include <fstream>

#include "tests/docs/pages.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::docs;
using pbp::test::contains, pbp::test::read_text;

namespace {

/// The lines of a region, without its marks and without the blanks that all of them begin with.
std::vector<std::string> region(const fs::path& file, const std::string& name) {
    std::vector<std::string> inside;
    bool on = false, closed = false;
    for (const auto& line : lines_of(read_text(file))) {
        if (contains(line, "// [/" + name + "]")) closed = true, on = false;
        if (on && !contains(line, "// [")) inside.push_back(line);
        if (contains(line, "// [" + name + "]")) on = true;
    }
    REQUIRE_MESSAGE(closed, file.string(), " has no region [", name, "]");
    std::size_t indent = SIZE_MAX;
    for (const auto& line : inside)
        if (line.find_first_not_of(' ') != std::string::npos)
            indent = std::min(indent, line.find_first_not_of(' '));
    for (auto& line : inside) line = line.size() > indent ? line.substr(indent) : "";
    return inside;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("every quote is the shader's own text") {
        const bool update = std::getenv("PBP_UPDATE_QUOTES") != nullptr;
        std::size_t quotes = 0;
        for (const auto& page : pages()) {
            const auto lines = read_page(page);
            std::string rewritten;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                rewritten += lines[i].text + "\n";
                const auto note = note_of(lines[i], "quote");
                if (note.empty()) continue;
                CAPTURE(page.string());
                CAPTURE(note);
                ++quotes;
                REQUIRE(i + 1 < lines.size());
                REQUIRE(lines[i + 1].text.starts_with("```"));
                rewritten += lines[i + 1].text + "\n";
                std::vector<std::string> quoted;
                for (i += 2; i < lines.size() && lines[i].text != "```"; ++i) quoted.push_back(lines[i].text);
                REQUIRE(i < lines.size());
                const auto real =
                    region(root / note.substr(0, note.rfind(':')), note.substr(note.rfind(':') + 1));
                if (!update) CHECK(quoted == real);
                for (const auto& line : real) rewritten += line + "\n";
                rewritten += "```\n";
            }
            if (update && rewritten != read_text(page)) std::ofstream(page) << rewritten;
        }
        CHECK(quotes > 0);
    }
}
