// SPDX-License-Identifier: MIT
// docs/reading_pictures.md explains the marks in the words of the pictures: the tables after
//   <!-- signs: links -->   and   <!-- signs: cells -->
// are those of common/picture/canvas/signs.inc. PBP_UPDATE_QUOTES=1 writes them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "common/base/whole_file.hpp"
#include "common/picture/canvas/signs.hpp"
#include "tests/docs/notes.hpp"
#include "tests/support/folder.hpp"

namespace signs_test {

using namespace pbp;
namespace signs = picture::signs;

namespace {

std::string table_of(const std::string& head, const std::vector<signs::Sign>& all) {
    std::string table = fmt::format("| {} | meaning |\n|---|---|\n", head);
    for (const auto& sign : all) table += fmt::format("| {} | {} |\n", sign.mark, sign.words);
    return table;
}

/// The text between a note and the first empty line after it.
std::pair<std::size_t, std::size_t> after_note(const std::string& page, const std::string& note) {
    const auto at = page.find("<!-- signs: " + note + " -->\n");
    REQUIRE(at != std::string::npos);
    const auto begin = page.find('\n', at) + 1;
    return {begin, page.find("\n\n", begin) + 1};
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("every quote: the page on reading pictures has the words and marks of the pictures") {
        std::vector<signs::Sign> links(signs::links.begin(), signs::links.end()),
            cells(signs::marks.begin(), signs::marks.end());
        links.insert(links.end(), {signs::gather, signs::broadcast, signs::running, signs::carry,
                                   signs::bundle, signs::missing, signs::extra});
        cells.insert(cells.end(), {signs::kept, signs::works, signs::rests});
        const auto file = docs::root / "docs/reading_pictures.md";
        auto page = test::read_text(file);
        for (const auto& [note, table] :
             {std::pair{"links", table_of("mark", links)}, std::pair{"cells", table_of("cell", cells)}}) {
            const auto [begin, end] = after_note(page, note);
            INFO(file.string(), ": <!-- signs: ", std::string(note), " -->\n", docs::renewed_by());
            if (docs::updating()) page.replace(begin, end - begin, table);
            CHECK(page.substr(begin, table.size()) == table);
        }
        if (docs::updating()) write_whole(file, page);
    }
}

}  // namespace signs_test
