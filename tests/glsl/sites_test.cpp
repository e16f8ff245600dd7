// SPDX-License-Identifier: MIT
// The calls of ASSERT and LOG in a shader: what each becomes, and which place it reports.
#include "common/glsl/sites.hpp"
#include "common/glsl/declared.hpp"
#include "common/glsl/diagnostics.hpp"
#include "tests/glsl/folder.hpp"

using namespace pbp::glsl;
using namespace pbp::glsl::test;

namespace {

const std::string head = "#version 450 core\n#include \"debug.glsl\"\n";

/// A shader of this text after the first two lines, debugged or not, with the real debug.glsl.
Source debugged(const std::string& text, bool debug = true, bool reversed = false,
                const Folder& folder = {}) {
    return preprocess(folder.write("main.comp", head + text),
                      {fs::path(PBP_SOURCE_DIR) / "shaders/common", {}, reversed, debug});
}

void check_site(const Source& source, std::size_t site, int line, const std::string& expression) {
    REQUIRE(site < source.sites.size());
    CHECK(source.sites[site].place.line == line);
    CHECK(source.sites[site].expression == expression);
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("each call gets the number of its site, and keeps its line and its arguments") {
    const auto source = debugged(
        "void main() {\n"
        "    ASSERT(a < b); LOG(f(a, (b + 1)) * vec2(1)); LOG(x);\n"
        "}\n");
    CHECK(contains(source.text,
                   "    PBP_ASSERT(0u, a < b); PBP_LOG(1u, f(a, (b + 1)) * vec2(1)); PBP_LOG(2u, x);\n"));
    CHECK(contains(source.injected, "#define PBP_DEBUG 3u\n"));
    REQUIRE(source.sites.size() == 3);
    check_site(source, 0, 4, "a < b");
    check_site(source, 1, 4, "f(a, (b + 1)) * vec2(1)");
    check_site(source, 2, 4, "x");
    CHECK(source.sites[0].asserts);
    CHECK_FALSE(source.sites[1].asserts);
    CHECK(source.sites[0].place.file.ends_with("main.comp"));
}

TEST_CASE("arguments over several lines, comments inside and blanks before the parenthesis") {
    const auto source = debugged(
        "void main() {\n"
        "    ASSERT(a <  // not )\n"
        "           b && /* nor ( */ c);\n"
        "    LOG /* here */ (\n"
        "        d\n"
        "    );\n"
        "    LOG(e);\n"
        "}\n");
    REQUIRE(source.sites.size() == 3);
    check_site(source, 0, 4, "a < b && c");
    check_site(source, 1, 6, "d");
    check_site(source, 2, 9, "e");
    CHECK(contains(source.text, "PBP_ASSERT(0u, a <  // not )\n           b && /* nor ( */ c);\n"));
    CHECK(contains(source.text, "PBP_LOG /* here */ (1u, \n        d\n    );\n    PBP_LOG(2u, e);\n"));
}

TEST_CASE("comments, other names and definitions are not calls") {
    const auto source = debugged(
        "// ASSERT(in a comment)\n/* LOG(in another) */\n"
        "#define MY_LOG(x) x\n"
        "float MY_ASSERT(float LOGS) { return LOGS; }\n"
        "void main() { float ASSERTED = MY_ASSERT(MY_LOG(1.0)); }\n");
    CHECK(source.sites.empty());
    CHECK_FALSE(contains(source.injected, "PBP_DEBUG"));
    CHECK_FALSE(calls_debug("// LOG(x)\n#define LOG(x)\n#  define ASSERT(y)\nint LOG;"));
    CHECK(calls_debug("void main() { LOG\n(x); }"));
}

TEST_CASE("a call in a macro's body is one site at the definition, even over several lines") {
    const auto source = debugged(
        "#define CHECK(c) ASSERT((c) && \\\n"
        "                        true)\n"
        "void main() {\n"
        "    CHECK(a);\n"
        "    LOG(b);\n"
        "}\n");
    REQUIRE(source.sites.size() == 2);
    check_site(source, 0, 3, "(c) && true");
    check_site(source, 1, 7, "b");
    CHECK(contains(source.text, "#define CHECK(c) PBP_ASSERT(0u, (c) && \\\n"));
}

TEST_CASE("calls in included files, and those after an include, keep the line where they are written") {
    const Folder folder;
    folder.write("part.glsl", "// first line\nvoid part() { LOG(in_part); }\n");
    folder.write("deep/more.glsl", "#include \"../part.glsl\"\nvoid more() { ASSERT(in_more); }\n");
    const auto source = debugged(
        "#include \"deep/more.glsl\"\n"
        "#if 0\n"
        "#include \"part.glsl\"\n"
        "    LOG(inactive);\n"
        "#endif\n"
        "void main() { LOG(own); }\n",
        true, false, folder);
    REQUIRE(source.sites.size() == 4);
    check_site(source, 0, 2, "in_part");
    check_site(source, 1, 2, "in_more");
    check_site(source, 2, 6, "inactive");
    check_site(source, 3, 8, "own");
    CHECK(source.sites[0].place.file.ends_with("part.glsl"));
    CHECK(source.sites[1].place.file.ends_with("more.glsl"));
    CHECK(source.sites[3].place.file.ends_with("main.comp"));
}

TEST_CASE("the expression is the learner's own, whatever the order of invocations") {
    const auto source = debugged("void main() { LOG(gl_GlobalInvocationID.x); }\n", true, true);
    CHECK(source.reversed);
    check_site(source, 0, 3, "gl_GlobalInvocationID.x");
    CHECK(contains(source.text, "PBP_LOG(0u, PBP_GlobalInvocationID.x)"));
    // The ids recorded are those that the shader sees.
    CHECK(contains(source.text, "#define PBP_ME pbp_flat(PBP_GlobalInvocationID,"));
}

TEST_CASE("without --debug no call is compiled in: the text has no call numbers") {
    const std::string body = "void main() {\n    ASSERT(a);\n    LOG(b);\n}\n";
    const auto off = debugged(body, false);
    CHECK(off.sites.empty());
    CHECK(declared(off.text).buffers.empty());
    CHECK(off.text.ends_with("\n" + body));
    // Nor is there one in a shader that does not include debug.glsl.
    const Folder folder;
    const auto apart =
        preprocess(folder.write("main.comp", "#version 450 core\n" + body), {folder.path(), {}, false, true});
    CHECK(apart.sites.empty());
    CHECK(contains(apart.text, body));
    // With calls there is a buffer, but no barrier.
    const auto on = debugged(body);
    REQUIRE(declared(on.text).buffers.size() == 1);
    CHECK(declared(on.text).buffers[0].name == "PbpDebug");
    CHECK(declared(on.text).buffers[0].binding == 6);
    CHECK_FALSE(contains(on.text, "arrier("));
    CHECK_FALSE(contains(on.text, "shared "));
}

TEST_CASE("a call that is never closed is left to the compiler") {
    const auto source = debugged("void main() { LOG(a); ASSERT((b; }\n");
    CHECK(source.sites.size() == 1);
    CHECK(contains(source.text, "PBP_LOG(0u, a); ASSERT((b; }"));
}

TEST_CASE("if a driver does not know LOG, the message points to the missing include") {
    const Folder folder;
    const auto without = prepare(folder, "#version 450 core\nvoid main() {\n    LOG(1);\n}\n");
    for (const std::string log : {"0:3(5): error: no function with name 'LOG'\n",
                                  "0(3) : error C1503: undefined variable \"LOG\"\n"}) {
        const auto page = explain(without, log);
        CHECK(contains(page, "hint: LOG comes from debug.glsl; write #include \"debug.glsl\" into "));
        CHECK(contains(page, "main.comp\n"));
    }
    CHECK_FALSE(contains(explain(without, "0:3(5): error: no function with name 'LOGS'\n"), "hint"));
    CHECK_FALSE(contains(explain(debugged("void main() { LOG(1); }\n"), "0:3(5): error: LOG\n"), "hint"));
}
TEST_SUITE_END();
