// SPDX-License-Identifier: MIT
// The pages quote the real shaders:
//   <!-- quote: shaders/03_reduction/v3_sequential.comp:NAME -->   before a fenced block: the lines between
//   [NAME] and [/NAME]
// PBP_UPDATE_QUOTES=1 copies the quotes instead of comparing them.
#include <doctest/doctest.h>

#include "tests/docs/notes.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::docs;
using pbp::test::contains, pbp::test::read_text;

namespace {

/// The lines of a region, without its marks and without their common indentation. A mark is a comment of GLSL
/// and C++, or of CMake.
std::vector<std::string> region(const fs::path& file, const std::string& name) {
    const std::string comment = file.filename() == "CMakeLists.txt" ? "# [" : "// [";
    std::vector<std::string> inside;
    bool on = false, closed = false;
    for (const auto& line : lines_of(read_text(file))) {
        if (contains(line, comment + "/" + name + "]")) closed = true, on = false;
        if (on && !contains(line, comment)) inside.push_back(line);
        if (contains(line, comment + name + "]")) on = true;
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
        const auto quotes = check_blocks("quote", fenced, [](const Note& note) {
            const auto colon = note.words.rfind(':');
            return region(root / note.words.substr(0, colon), note.words.substr(colon + 1));
        });
        CHECK(!quotes.empty());
    }
}
