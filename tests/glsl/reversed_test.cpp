// SPDX-License-Identifier: MIT
#include "tests/glsl/folder.hpp"

using namespace pbp::glsl;
using namespace pbp::glsl::test;

namespace {
const std::string kernel =
    "#version 450 core\n"
    "layout(local_size_x = 4) in;\n"
    "// gl_LocalInvocationID in a comment\n"
    "void main() { uvec3 a = gl_LocalInvocationID; uint b = gl_LocalInvocationIndex + "
    "gl_GlobalInvocationID.x;\n"
    "uint my_gl_LocalInvocationID = 0; uvec3 c = gl_WorkGroupID; }\n";
}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("reversed order replaces each local and global id by a macro, and nothing else") {
    const Folder folder;
    const auto source = prepare(folder, kernel, {{"N", "4"}}, true);
    CHECK(source.reversed);
    CHECK(contains(source.text, "// gl_LocalInvocationID in a comment"));
    CHECK(contains(
        source.text,
        "uvec3 a = PBP_LocalInvocationID; uint b = PBP_LocalInvocationIndex + PBP_GlobalInvocationID.x;"));
    CHECK(contains(source.text, "my_gl_LocalInvocationID"));
    CHECK(contains(source.text,
                   "#define PBP_LocalInvocationID (gl_WorkGroupSize - 1u - gl_LocalInvocationID)\n"));
    CHECK(source.text.find("#define N 4") < source.text.find("#define PBP_"));
    CHECK(source.line_text(0, 4).find("gl_LocalInvocationID;") != std::string::npos);
}

TEST_CASE("natural order changes nothing") {
    const Folder folder;
    const auto source = prepare(folder, kernel);
    CHECK_FALSE(source.reversed);
    CHECK_FALSE(contains(source.text, "PBP_"));
}

TEST_CASE("includes are reversed as well") {
    const Folder folder;
    folder.write("id.glsl", "#define ME gl_GlobalInvocationID.x\n");
    const auto source =
        prepare(folder, "#version 450 core\n#include \"id.glsl\"\nvoid main() {}\n", {}, true);
    CHECK(contains(source.text, "#define ME PBP_GlobalInvocationID.x"));
}

TEST_CASE("subgroup operations keep their order, through subgroup.glsl or an extension") {
    const Folder folder;
    folder.write("subgroup.glsl", "// empty\n");
    folder.write("deep/uses.glsl", "#include \"../subgroup.glsl\"\n");
    for (const std::string line :
         {"#include \"subgroup.glsl\"", "#include \"deep/uses.glsl\"",
          "#extension GL_KHR_shader_subgroup_basic : require", "#extension GL_ARB_shader_ballot : require"}) {
        CAPTURE(line);
        const auto source =
            prepare(folder, "#version 450 core\n" + line + "\n" + kernel.substr(18), {}, true);
        CHECK_FALSE(source.reversed);
        CHECK_FALSE(contains(source.text, "PBP_"));
    }
}
TEST_SUITE_END();
