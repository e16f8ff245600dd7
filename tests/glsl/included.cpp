// SPDX-License-Identifier: MIT
#include "common/glsl/included.hpp"

#include <doctest/doctest.h>

#include "tests/support/folder.hpp"

using namespace pbp::test;
using pbp::glsl::files_of;

TEST_SUITE("cpu") {
    TEST_CASE("a shader's files are itself and all its includes, at any depth, each once") {
        Folder folder;
        const auto at = [&](const char* name) { return folder.path() / name; };
        const auto shader =
            folder.write("05/v1.comp",
                         "#version 450 core\n#include \"near.glsl\"\n"
                         "// #include \"none.glsl\"\n#include \"grid.glsl\"\nvoid main() {}\n");
        folder.write("05/near.glsl", "#include \"grid.glsl\"\n#include \"near.glsl\"\n");
        folder.write("common/grid.glsl", "#include \"deep.glsl\"\n");
        folder.write("common/deep.glsl", "");
        // Once 05/grid.glsl exists, it takes precedence over the one in common/.
        CHECK(files_of(shader, at("common")) ==
              std::vector<fs::path>{shader, at("05/near.glsl"), at("05/grid.glsl"), at("common/grid.glsl"),
                                    at("common/deep.glsl")});
    }

    TEST_CASE("a missing include lists the paths where it could be created") {
        Folder folder;
        const auto shader =
            folder.write("05/v1.comp", "#include \"new.glsl\"\n#include nonsense\n#include \"\n");
        CHECK(
            files_of(shader, folder.path() / "common") ==
            std::vector<fs::path>{shader, folder.path() / "05/new.glsl", folder.path() / "common/new.glsl"});
        CHECK(files_of(folder.path() / "gone.comp", folder.path()) ==
              std::vector<fs::path>{folder.path() / "gone.comp"});
    }
}
