// SPDX-License-Identifier: MIT
#include "common/glsl/included.hpp"
#include "tests/glsl/folder.hpp"
#include "tests/support/system.hpp"

using namespace pbp;
using namespace pbp::glsl;
using namespace pbp::glsl::test;

namespace {
const std::string version = "#version 450 core\n";
const std::string body = "void main() {}\n";
}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("includes are pasted in place, from their own folder first, then from the common one") {
    const Folder folder;
    folder.write("a.glsl", "int a1;\n#include \"deep/b.glsl\"\nint a3;\n");
    folder.write("deep/b.glsl", "int b1;\n#include \"c.glsl\"\n#include \"a_common.glsl\"\nint b4;");
    folder.write("deep/c.glsl", "int c_beside;\n");
    folder.write("c.glsl", "int c_common;\n");
    folder.write("a_common.glsl", "int common1;\n");
    const auto source = prepare(folder, version + "int m2;\n#include \"a.glsl\"\nint m4;\n" + body);
    CHECK(source.files.size() == 5);
    CHECK(source.includes("c.glsl"));
    CHECK_FALSE(source.includes("main.comp"));
    CHECK(contains(source.text, "c_beside"));
    CHECK_FALSE(contains(source.text, "c_common"));
    CHECK(source.text.find("int m2") < source.text.find("int a1"));
    CHECK(source.text.find("int b4") < source.text.find("int a3"));
    CHECK(source.text.find("int a3") < source.text.find("int m4"));
    CHECK(source.included_from[2].line == 2);
    CHECK(source.included_from[2].string == 1);
    check_every_line_leads_back(source);
}

TEST_CASE("a file that another program keeps to itself for half a second is read") {
    const Folder folder;
    const auto file = folder.write("held.glsl", "int held;\n");
    const auto other = pbp::test::keep_alone(file, std::chrono::milliseconds(500));
    CHECK(contains(prepare(folder, version + "#include \"held.glsl\"\n" + body).text, "int held"));
}

TEST_CASE("a file is pasted once, however often it is included") {
    const Folder folder;
    folder.write("a.glsl", "#include \"common.glsl\"\nint a;\n");
    folder.write("common.glsl", "int once;\n");
    folder.write("deep/x", "");
    const auto source = prepare(folder, version +
                                            "#include \"common.glsl\"\n#include \"a.glsl\"\n"
                                            "#include \"deep/../common.glsl\"\n" +
                                            body);
    CHECK(count(source.text, "int once;") == 1);
    CHECK(source.files.size() == 3);
    check_every_line_leads_back(source);
}

TEST_CASE("an include in a comment is ignored, and comments around an include stay whole") {
    const Folder folder;
    folder.write("a.glsl", "int a;\n");
    const auto source =
        prepare(folder, version +
                            "// #include \"no.glsl\"\n/*\n#include \"no.glsl\"\n*/ "
                            "#include \"a.glsl\" // why /*\n  #  include\t\"a.glsl\" /* from\nhere */\n" +
                            body);
    CHECK(source.files.size() == 2);
    CHECK(contains(source.text, "*/ \n"));
    CHECK(contains(source.text, " /* from\nhere */\n"));
    CHECK(contains(source.text, " // why /*\n"));
    check_every_line_leads_back(source);
}

TEST_CASE("two slashes in a file name do not start a comment") {
    const Folder folder;
    folder.write("deep/a.glsl", "int a;\n");
    CHECK(contains(prepare(folder, version + "#include \"deep//a.glsl\"\n" + body).text, "int a;"));
}

TEST_CASE("line numbers are right after an #if whose branches paste files") {
    const Folder folder;
    folder.write("a.glsl", "int a1;\nint a2;\n");
    folder.write("b.glsl", "int b1;\n");
    const auto source =
        prepare(folder, version +
                            "#if 0\n#include \"a.glsl\"\n#elif 1\n#include \"b.glsl\"\n#else\n"
                            "int c;\n#endif\nint m9;\n" +
                            body);
    CHECK(contains(source.text, "#else\n#line 7 0\nint c;\n#endif\n#line 9 0\nint m9;"));
}

TEST_CASE("a cycle of includes is an error that shows the chain") {
    const Folder folder;
    folder.write("a.glsl", "\n#include \"b.glsl\"\n");
    folder.write("b.glsl", "#include \"a.glsl\"\n");
    folder.write("self.glsl", "#include \"self.glsl\"\n");
    const auto sentence = sentence_of(ExitCode::shader_does_not_build,
                                      [&] { prepare(folder, version + "#include \"a.glsl\"\n" + body); });
    CHECK(contains(sentence, "b.glsl:1: "));
    CHECK(sentence.find("a.glsl -> ") < sentence.find("b.glsl -> "));
    CHECK(error_of([&] { prepare(folder, version + "#include \"self.glsl\"\n" + body); }).first ==
          ExitCode::shader_does_not_build);
    CHECK(contains(error_of([&] { prepare(folder, version + "#include \"main.comp\"\n" + body); }).second,
                   "cycle"));
}

TEST_CASE("a long chain of includes ends with an error message") {
    const Folder folder;
    const auto name = [](int k) { return std::to_string(k) + ".glsl"; };
    for (int k = 0; k < 300; ++k) folder.write(name(k), "#include \"" + name(k + 1) + "\"\n");
    folder.write(name(300), "int last;\n");
    CHECK(contains(sentence_of(ExitCode::shader_does_not_build,
                               [&] { prepare(folder, version + "#include \"0.glsl\"\n" + body); }),
                   "98.glsl:1: includes are nested more than 100 files deep"));
    CHECK(error_of([&] { prepare(folder, version + "#include \"250.glsl\"\n" + body); }).second == "");
}

TEST_CASE("a failed include is reported with the file and line that requested it") {
    const Folder folder;
    folder.write("deep/x.glsl", "");
    for (const std::string wrong :
         {"\"no.glsl\"", "\"deep\"", "<no.glsl>", "no.glsl", "\"no.glsl", "", "\"\""}) {
        CAPTURE(wrong);
        CHECK(contains(sentence_of(ExitCode::shader_does_not_build,
                                   [&] { prepare(folder, version + "\n#include " + wrong + "\n" + body); }),
                       "main.comp:3: "));
    }
}

TEST_CASE("an include stays below the shader's own folder or the --shaders folder, even through a link") {
    const Folder folder;
    folder.write("secret.txt", "int secret;\n");
    folder.write("shaders/common/near.glsl", "int near;\n");
    folder.write("shaders/03/other.glsl", "int other;\n");
    folder.write("mine/deep/below.glsl", "#include \"../beside.glsl\"\n");
    folder.write("mine/beside.glsl", "int beside;\n");
    fs::create_symlink(folder.path() / "secret.txt", folder.path() / "mine/link.glsl");
    fs::create_symlink(folder.path() / "shaders/03/other.glsl", folder.path() / "mine/good_link.glsl");
    fs::create_directory_symlink(folder.path(), folder.path() / "shaders/common/up");
    const auto including = [&](const std::string& name) {
        return error_of([&] {
            const auto shader =
                folder.write("mine/main.comp", version + "#include \"" + name + "\"\n" + body);
            const auto source = preprocess(shader, {folder.path() / "shaders/common", {}});
            CHECK(source.files.size() > 1);
            CHECK(files_of(shader, folder.path() / "shaders/common").size() > 1);
        });
    };
    for (const std::string right : {"near.glsl", "deep/below.glsl", "../shaders/03/other.glsl",
                                    "../03/other.glsl", "good_link.glsl", "./deep/../beside.glsl"}) {
        CAPTURE(right);
        CHECK(including(right).second == "");
    }
    CHECK(including((folder.path() / "mine/beside.glsl").string()).second == "");
    for (const std::string& wrong : {std::string("/etc/passwd"), std::string("../secret.txt"),
                                     std::string("link.glsl"), std::string("../../../../../../../etc/passwd"),
                                     std::string("up/secret.txt"), (folder.path() / "secret.txt").string()}) {
        CAPTURE(wrong);
        const auto [code, sentence] = including(wrong);
        CHECK(code == ExitCode::shader_does_not_build);
        CHECK(contains(sentence, "main.comp:2: \"" + wrong + "\" is outside the shader's own folder"));
        // Nor does --watch read it.
        for (const auto& file : files_of(folder.path() / "mine/main.comp", folder.path() / "shaders/common"))
            CHECK((file.filename() == "main.comp" || !fs::exists(file)));
    }
}

TEST_CASE("including a folder or a pipe is an error, and never blocks") {
    const Folder folder;
    folder.write("deep/x.glsl", "");
    pbp::test::make_pipe(folder.path() / "pipe.glsl");
    const auto sentence = [&](const std::string& name) {
        return error_of([&] { prepare(folder, version + "#include \"" + name + "\"\n" + body); }).second;
    };
    CHECK(contains(sentence("deep"), "it is a folder"));
    CHECK(contains(sentence("pipe.glsl"), "it is a pipe"));
    CHECK(files_of(folder.path() / "main.comp", folder.path()).size() == 2);
}

TEST_CASE("a shader's files are itself and all its includes, at any depth, each once") {
    Folder folder;
    const auto at = [&](const char* name) { return folder.path() / name; };
    const auto shader = folder.write("05/v1.comp",
                                     "#version 450 core\n#include \"near.glsl\"\n"
                                     "// #include \"none.glsl\"\n#include \"grid.glsl\"\nvoid main() {}\n");
    folder.write("05/near.glsl", "#include \"grid.glsl\"\n#include \"near.glsl\"\n");
    folder.write("common/grid.glsl", "#include \"deep.glsl\"\n");
    folder.write("common/deep.glsl", "");
    // Once 05/grid.glsl exists, it takes precedence over the one in common/.
    CHECK(files_of(shader, at("common")) == std::vector<fs::path>{shader, at("05/near.glsl"),
                                                                  at("05/grid.glsl"), at("common/grid.glsl"),
                                                                  at("common/deep.glsl")});
}

TEST_CASE("a missing include lists the paths where it could be created") {
    Folder folder;
    const auto shader = folder.write("05/v1.comp", "#include \"new.glsl\"\n#include nonsense\n#include \"\n");
    CHECK(files_of(shader, folder.path() / "common") ==
          std::vector<fs::path>{shader, folder.path() / "05/new.glsl", folder.path() / "common/new.glsl"});
    CHECK(files_of(folder.path() / "gone.comp", folder.path()) ==
          std::vector<fs::path>{folder.path() / "gone.comp"});
}

TEST_SUITE_END();
