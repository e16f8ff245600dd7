// SPDX-License-Identifier: MIT
// The pages are one book: docs/README.md lists them all in order, each leads to the one before and the one
// after, and the table of the sources names what exists.
// PBP_UPDATE_QUOTES=1 writes the links at the foot of each page instead of comparing them.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "common/lesson/version_names.hpp"
#include "tests/docs/notes.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::docs;
using pbp::test::contains, pbp::test::read_text;

namespace {

/// The last lines of a page of the book.
std::string foot_of(const std::vector<Link>& book, std::size_t k) {
    std::string foot = "<!-- foot -->\n\n---\n\n";
    if (k > 0) foot += "Before: [" + book[k - 1].words + "](" + book[k - 1].target + ") · ";
    foot += "[Contents](README.md)";
    if (k + 1 < book.size()) foot += " · Next: [" + book[k + 1].words + "](" + book[k + 1].target + ")";
    return foot + "\n";
}

std::vector<std::string> cells_of(const std::string& row) {
    std::vector<std::string> cells;
    for (std::size_t from = 1, to = row.find('|', 1); to != std::string::npos;
         from = to + 1, to = row.find('|', from))
        cells.push_back(row.substr(from, to - from));
    return cells;
}

/// Everything between two marks in a text, e.g. [01] or `v1_linear`.
std::vector<std::string> between(const std::string& text, char open, char close) {
    std::vector<std::string> found;
    for (auto from = text.find(open); from != std::string::npos;) {
        const auto to = text.find(close, from + 1);
        if (to == std::string::npos) break;
        found.push_back(text.substr(from + 1, to - from - 1));
        from = text.find(open, to + 1);
    }
    return found;
}

/// "v1", "v2", ... of a lesson, from its shaders.
std::vector<std::string> versions_of(const std::string& lesson) {
    std::vector<std::string> versions;
    for (const auto& entry : fs::directory_iterator(root / "shaders" / lesson))
        if (entry.path().extension() == ".comp") {
            const auto name = entry.path().stem().string();
            versions.push_back(name.substr(0, name.find('_')));
        }
    std::ranges::sort(versions, {}, pbp::version_number);
    return versions;
}

/// The versions in the table at the beginning of a page's section on its ladder; empty if there is no table.
std::vector<std::string> ladder_table(const fs::path& page) {
    std::vector<std::string> versions;
    bool inside = false;
    for (const auto& [text, code] : read_page(page)) {
        if (text.starts_with("#") && !code) {
            if (inside) break;
            inside = text == "## The ladder";
        }
        if (inside && text.starts_with("| v") && !text.starts_with("| version"))
            versions.push_back(text.substr(2, text.find(' ', 2) - 2));
    }
    return versions;
}

std::string text_of_all_tests() {
    std::string all;
    for (const auto& entry : fs::recursive_directory_iterator(root / "tests"))
        if (entry.path().extension() == ".cpp") all += read_text(entry.path());
    return all;
}

/// True for an entry of ctest: lesson_NN_name, ladder_NN_name, or FOLDER_SUITE.
bool is_test(const std::string& name, const std::string& cmake) {
    for (const std::string kind : {"lesson_", "ladder_"})
        if (name.starts_with(kind)) return !lesson_of(name.substr(kind.size())).empty();
    const auto bar = name.rfind('_');
    return bar != std::string::npos && contains(cmake, "pbp_test(" + name.substr(0, bar) + " ");
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the contents page lists every page once") {
        std::set<std::string> listed;
        for (const auto& [words, target] : contents()) {
            CAPTURE(target);
            CHECK(listed.insert(target).second);
        }
        for (const auto& page : pages())
            if (page.parent_path().filename() == "docs" && page.filename() != "README.md") {
                CAPTURE(page.string());
                CHECK(listed.contains(page.filename()));
            }
    }

    TEST_CASE("every page of the guide ends with links to the pages before and after it") {
        const auto book = contents();
        CHECK(book.size() > 1);
        for (std::size_t k = 0; k < book.size(); ++k) {
            const auto page = root / "docs" / book[k].target;
            INFO(page.string(), "\n", renewed_by());
            REQUIRE(fs::exists(page));
            auto text = read_text(page);
            const auto foot = foot_of(book, k);
            if (!updating()) CHECK(text.ends_with("\n" + foot));
            if (!updating() || text.ends_with("\n" + foot)) continue;
            text = text.substr(0, text.find("\n<!-- foot -->"));
            update(page, text + (text.ends_with("\n") ? "\n" : "\n\n") + foot);
        }
    }

    TEST_CASE("the table of a ladder has a row for each version") {
        std::size_t tables = 0;
        for (const auto& entry : fs::directory_iterator(root / "lessons")) {
            const auto lesson = entry.path().filename().string();
            if (!entry.is_directory() || !fs::exists(root / "shaders" / lesson)) continue;
            CAPTURE(lesson);
            const auto rows = ladder_table(root / "docs" / (lesson + ".md"));
            if (rows.empty()) continue;
            ++tables;
            CHECK(rows == versions_of(lesson));
        }
        CHECK(tables >= 6);
    }

    TEST_CASE("every row of the sources names a lesson, a version and a test that exist") {
        const auto lines = read_page(root / "docs/README.md");
        const auto tests = text_of_all_tests(), cmake = read_text(root / "tests/CMakeLists.txt");
        std::size_t rows = 0;
        for (const auto& [row, code] : lines) {
            if (!std::regex_search(row, std::regex(R"(^\| S[1-4]: )"))) continue;
            CAPTURE(row);
            ++rows;
            const auto cells = cells_of(row);
            REQUIRE(cells.size() == 4);
            const auto places = between(cells[1], '[', ']'), versions = between(cells[2], '`', '`');
            bool all_here = !places.empty();
            std::vector<std::string> lessons;
            for (const auto& place : places) {
                const bool number = place.size() == 2;
                if (number) lessons.push_back(lesson_of(place));
                const bool here =
                    number ? !lessons.back().empty() : fs::exists(root / "docs" / (place + ".md"));
                all_here = all_here && here;
            }
            if (contains(row, "<!-- soon -->")) {
                CHECK_MESSAGE(!all_here, "it is here: take <!-- soon --> out of its row");
                continue;
            }
            CHECK(all_here);
            if (!lessons.empty() || !versions.empty()) CHECK((!lessons.empty() && !versions.empty()));
            for (const auto& version : versions) {
                bool found = false;
                for (const auto& lesson : lessons)
                    for (const char* folder : {"", "parts"})
                        found = found || fs::exists(root / "shaders" / lesson / folder / (version + ".comp"));
                CAPTURE(version);
                CHECK(found);
            }
            const auto entries = between(cells[3], '`', '`'), titles = between(cells[3], '"', '"');
            CHECK(entries.size() + titles.size() > 0);
            for (const auto& entry : entries) {
                CAPTURE(entry);
                CHECK(is_test(entry, cmake));
            }
            for (const auto& title : titles) {
                CAPTURE(title);
                CHECK(contains(tests, "TEST_CASE(\"" + title + "\")"));
            }
        }
        CHECK(rows > 30);
    }
}
