// SPDX-License-Identifier: MIT
// What a shader was before somebody changed it, where there is no git: the zip for Windows has a copy.
#include "common/process/committed.hpp"

#include <doctest/doctest.h>

#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE("cpu") {
    TEST_CASE("a folder original_shaders says what was changed or removed since") {
        const Folder folder;
        folder.write("original_shaders/05/same.comp", "void main() {}\n");
        folder.write("original_shaders/05/changed.comp", "int before;\n");
        folder.write("original_shaders/05/removed.comp", "int gone;\n");
        folder.write("shaders/05/same.comp", "void main() {}\r\n");  // line ends are no change
        folder.write("shaders/05/changed.comp", "int after;\n");
        folder.write("shaders/05/mine.comp", "int mine;\n");
        const auto at = folder.path() / "shaders";
        const auto texts = committed_texts(at);
        CHECK(texts.size() == 2);
        CHECK(texts.at(at / "05/changed.comp") == "int before;\n");
        CHECK(texts.at(at / "05/removed.comp") == "int gone;\n");
    }
}
