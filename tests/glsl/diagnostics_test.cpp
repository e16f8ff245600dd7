// SPDX-License-Identifier: MIT
#include "common/glsl/diagnostics.hpp"

#include "tests/glsl/folder.hpp"

using namespace pbp::glsl;
using namespace pbp::glsl::test;

namespace {
Source sample(const Folder& folder) {
    folder.write("a.glsl", "// a\n#include \"b.glsl\"\n");
    folder.write("b.glsl", "\nuint b() { return wrong; }\n");
    return prepare(
        folder,
        "#version 450 core\n#include \"a.glsl\"\nvoid main() {\n\ts[l] += foobar + foo;\n    x++;\n}\n");
}
}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("each driver's format for a location is read") {
    struct Story {
        std::string log;
        int string, line, column;
        bool error;
        std::string text;
    };
    for (const Story& story : {
             Story{"0(17) : error C1503: undefined variable \"foo\"", 0, 17, 0, true,
                   "undefined variable \"foo\""},
             Story{"2(5) : warning C7050: \"x\" might be used before being initialized", 2, 5, 0, false,
                   "\"x\" might be used before being initialized"},
             Story{"0(3) : error C0000: syntax error, unexpected '}'", 0, 3, 0, true,
                   "syntax error, unexpected '}'"},
             Story{"1:17(9): error: `foo' undeclared", 1, 17, 9, true, "`foo' undeclared"},
             Story{"0:8(35): warning: `k' used uninitialized", 0, 8, 35, false, "`k' used uninitialized"},
             Story{"2:2(9): preprocessor error: syntax error", 2, 2, 9, true, "syntax error"},
             Story{"ERROR: 0:17: 'foo' : undeclared identifier", 0, 17, 0, true,
                   "'foo' : undeclared identifier"},
             Story{"WARNING: 3:4: 'foo' : odd", 3, 4, 0, false, "'foo' : odd"},
             Story{"ERROR: 0:12: error(#143) Undeclared identifier: foo", 0, 12, 0, true,
                   "Undeclared identifier: foo"},
         }) {
        CAPTURE(story.log);
        const auto found = parse_log("noise\n" + story.log + "\r\n\n");
        REQUIRE(found.size() == 1);
        CHECK(found[0].string == story.string);
        CHECK(found[0].line == story.line);
        CHECK(found[0].column == story.column);
        CHECK(found[0].error == story.error);
        CHECK(found[0].text == story.text);
    }
}

TEST_CASE("lines of unknown format are skipped") {
    CHECK(parse_log("").empty());
    CHECK(parse_log(
              "Compute info\n------------\nout of memory\nERROR: 2 compilation errors.  No code generated.\n")
              .empty());
    CHECK(parse_log("99999999999999(1) : error C1: too large a number").empty());
}

TEST_CASE("an error is shown with its file, its line and a marker, whichever driver reports it") {
    const Folder folder;
    const auto source = sample(folder);
    const auto shown_line = "     4 | \ts[l] += foobar + foo;\n       | \t                 ^^^\n";
    for (const std::string log :
         {"0(4) : error C1503: undefined variable \"foo\"", "0:4(19): error: `foo' undeclared",
          "ERROR: 0:4: 'foo' : undeclared identifier"}) {
        CAPTURE(log);
        const auto page = explain(source, log);
        CHECK(contains(page, "main.comp:4: error: "));
        CHECK(contains(page, shown_line));
        CHECK_FALSE(contains(page, "`"));
        CHECK_FALSE(contains(page, "C1503"));
    }
}

TEST_CASE("without a quoted name the marker is at the column, or under the first word") {
    const Folder folder;
    const auto source = sample(folder);
    // Mesa's columns count a run of blanks as one.
    CHECK(contains(explain(source, "0:5(2): error: bad"), "     5 |     x++;\n       |     ^\n"));
    CHECK(contains(explain(source, "0:4(19): error: bad"), "       | \t                 ^^^\n"));
    CHECK(contains(explain(source, "0:4(110): error: bad"), "       | \t^\n"));
    CHECK(contains(explain(source, "0(5) : error C1: bad"), "       |     ^\n"));
    CHECK(contains(explain(source, "0(900) : error C1: bad"), "main.comp:900: error: bad\n"));
}

TEST_CASE("a long line is cut around its marker, so that both fit into 80 columns") {
    const Folder folder;
    const std::string left = " left left left left left left left left left left", right = left;
    const auto shown = [&](const std::string& line) {
        const auto source = prepare(folder, "#version 450 core\n" + line + "\nvoid main() {}\n");
        return explain(source, "ERROR: 0:2: 'foo' : undeclared identifier");
    };
    CHECK(contains(shown("x = foo +" + left + right),
                   "     2 | x = foo + left left left left left left left left left left left lef …\n"
                   "       |     ^^^\n"));
    CHECK(contains(shown("xy =" + left + left + " foo" + right),
                   "     2 | … left left left left left left left left foo left left left left left …\n"
                   "       |                                           ^^^\n"));
    CHECK(contains(shown("x =" + left + " foo;"), "     2 | x =" + left + " foo;\n"));
}

TEST_CASE("an error in an include says what included it, even if the driver loses the string number") {
    const Folder folder;
    const auto source = sample(folder);
    for (const std::string log :
         {"2:2002(18): error: `wrong' undeclared", "0:2002(18): error: `wrong' undeclared"}) {
        const auto page = explain(source, log);
        CHECK(contains(page, "b.glsl:2: error: 'wrong' undeclared\n"));
        CHECK(contains(page, "       |                   ^^^^^\n"));
        const auto first = page.find("a.glsl:2\n"), second = page.find("main.comp:2\n");
        CHECK(first != page.npos);
        CHECK(first < second);
        CHECK(second != page.npos);
    }
}

TEST_CASE("an error in an injected line is attributed to the program") {
    const Folder folder;
    const auto source = prepare(folder, "#version 450 core\nvoid main() {}\n", {{"N", "8 8"}});
    const auto page = explain(source, "99(99001) : error C1: \"N\" is odd");
    CHECK(contains(page, "defines given by the program:1: error: \"N\" is odd\n     1 | #define N 8 8\n"));
}

TEST_CASE("repeats are shown once, errors before the count of the rest and of the warnings") {
    const Folder folder;
    const auto source = sample(folder);
    const auto page =
        explain(source,
                "Compute info\n------------\n0(4) : warning C1: odd\n0(4) : error C1: one\n"
                "0(4) : error C1: one\n0(5) : error C1: two\n0(6) : error C1: three\nand a remark\n",
                2);
    CHECK(count(page, "error: one") == 1);
    CHECK(contains(page, "error: two"));
    CHECK_FALSE(contains(page, "three"));
    CHECK(page.ends_with("and 1 more error\nand 1 warning\nand a remark\n"));
    CHECK_FALSE(contains(page, "----"));
    CHECK(contains(explain(source, "0(4) : warning C1: odd\n"), "warning: odd"));
}

TEST_CASE("Mesa's candidates for a call stay with their error") {
    const Folder folder;
    const auto page = explain(sample(folder),
                              "0:5(12): error: no matching function for call to `f(float)'; candidates are:\n"
                              "0:5(12): error:    uint f(uint)\n");
    CHECK(count(page, "main.comp:5") == 1);
    CHECK(contains(page, "candidates are:\n     uint f(uint)\n"));
}

TEST_CASE("a log of unknown format is shown unchanged, after the shader's name") {
    const Folder folder;
    CHECK(explain(sample(folder), "the driver fell over\n").ends_with("main.comp: the driver fell over\n"));
    CHECK(explain(Source(), "0(1) : error C1: no source\n") == "string 0:1: error: no source\n");
}
TEST_SUITE_END();
