// SPDX-License-Identifier: MIT
#include "tests/glsl/folder.hpp"
#include "tests/support/system.hpp"

namespace preprocess_test {

using namespace pbp;
using namespace pbp::glsl;
using namespace pbp::glsl::test;

namespace {
const std::string version = "#version 450 core\n";
const std::string body = "void main() {}\n";
}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("a shader without includes keeps its lines, and each maps back to its own number") {
    const Folder folder;
    const auto source = prepare(folder, "// first\n#version 450 core\n\nint a;\n" + body);
    CHECK(source.text.starts_with("// first\n#version 450 core\n#line"));
    CHECK(source.files.size() == 1);
    CHECK(source.locate(0, 4).line == 4);
    CHECK(source.line_text(0, 4) == "int a;");
    CHECK(source.line_text(0, 99) == "");
    CHECK(source.line_text(5, 1) == "");
    CHECK(source.line_text(0, 0) == "");
    check_every_line_leads_back(source);
}

TEST_CASE("files as editors write them: byte order mark, carriage returns, no final newline, empty") {
    const Folder folder;
    folder.write("a.glsl", "\xEF\xBB\xBFint a1;\r\nint a2;");
    folder.write("empty.glsl", "");
    const auto source = prepare(folder,
                                "\xEF\xBB\xBF#version 450 core\r\n#include \"a.glsl\"\r\n"
                                "#include \"empty.glsl\"\r\nvoid main() {}");
    CHECK(source.text.starts_with("#version 450 core\n"));
    CHECK_FALSE(contains(source.text, "\r"));
    CHECK(source.text.ends_with("void main() {}\n"));
    CHECK(source.line_text(1, 2) == "int a2;");
    check_every_line_leads_back(source);
}

TEST_CASE("a shader that is not a file is wrong usage") {
    const Folder folder;
    const auto missing = error_of([&] { preprocess(folder.path() / "no.comp", {}); });
    CHECK(missing.first == ExitCode::wrong_usage);
    CHECK(contains(missing.second, "no.comp"));
    const auto is_folder = error_of([&] { preprocess(folder.path(), {}); });
    CHECK(is_folder.first == ExitCode::wrong_usage);
    CHECK(contains(is_folder.second, "folder"));
}

TEST_CASE("a path that cannot be a shader is wrong usage, and the message says what it is") {
    const Folder folder;
    const auto sentence = [&](const fs::path& file) {
        return sentence_of(ExitCode::wrong_usage, [&] { preprocess(file, {}); });
    };
    pbp::test::make_pipe(folder.path() / "pipe");
    fs::create_symlink("loop", folder.path() / "loop");
    CHECK(contains(sentence(folder.path() / "pipe"), "it is a pipe, which can be read only once"));
    CHECK(contains(sentence("/dev/null"), "it is a device"));
    CHECK(contains(sentence(folder.path() / "loop"),
                   "it cannot be reached (Too many levels of symbolic links)"));
    CHECK(contains(sentence(folder.path() / std::string(5000, 'a')), "(File name too long)"));
}

TEST_CASE("a NUL byte and an unknown GLSL version are errors with their line") {
    const Folder folder;
    const auto refused = [&](const std::string& text) {
        return sentence_of(ExitCode::shader_does_not_build, [&] { prepare(folder, text); });
    };
    CHECK(contains(refused(version + "int a;\nint b" + std::string(1, '\0') + ";\n" + body),
                   "main.comp:3: there is a NUL byte in this line"));
    CHECK(contains(refused("// one\n\n#version 999\n" + body),
                   "main.comp:3: '#version 999' does not support compute shaders; write #version 450 core"));
    CHECK(contains(refused("#version\n" + body), "main.comp:1: '#version ' does not support"));
    CHECK(contains(refused("#version 330\n" + body), "'#version 330' does not support"));
    CHECK(contains(refused("#version core\n" + body), "'#version core' does not support"));
    for (const char* right : {"#version 430\n", "# version 460 compatibility\n", "#version 310 es\n"})
        CHECK(error_of([&] { prepare(folder, right + body); }).second == "");
}

TEST_CASE("a shader needs its #version first, once, and a main outside comments") {
    const Folder folder;
    const auto code = [&](const std::string& text) { return error_of([&] { prepare(folder, text); }).first; };
    folder.write("versioned.glsl", version);
    CHECK(code("") == ExitCode::shader_does_not_build);
    CHECK(code(body) == ExitCode::shader_does_not_build);
    CHECK(code("// #version 450\n" + body) == ExitCode::shader_does_not_build);
    CHECK(code("int a;\n" + version + body) == ExitCode::shader_does_not_build);
    CHECK(code(version + version + body) == ExitCode::shader_does_not_build);
    CHECK(code(version + "#include \"versioned.glsl\"\n" + body) == ExitCode::shader_does_not_build);
    CHECK(code(version) == ExitCode::shader_does_not_build);
    CHECK(code("#version 450 core") == ExitCode::shader_does_not_build);
    CHECK(code(version + "// void main() {}\n/* void main() {} */ void domain() {}\n") ==
          ExitCode::shader_does_not_build);
    CHECK(code(version + "void /* here */\n main(void) {}\n") == ExitCode::right);
}

TEST_CASE("defines follow #version, in order, and map back to the program") {
    const Folder folder;
    const auto source =
        prepare(folder, version + "#ifndef N\n#define N 4\n#endif\n" + body, {{"N", "8"}, {"FAST", ""}});
    CHECK(source.text.find("#define N 8\n#define FAST") < source.text.find("#ifndef N"));
    CHECK(source.locate(injected_string, 2).file == "defines given by the program");
    CHECK(contains(source.line_text(injected_string, 1), "#define N 8"));
    CHECK(source.locate(0, injected_string * lines_a_string + 1).file == "defines given by the program");
    check_every_line_leads_back(source);
    for (const Define& wrong :
         {Define{"", "1"}, Define{"2N", "1"}, Define{"A B", "1"}, Define{"N", "1\n#error"}})
        CHECK(error_of([&] { prepare(folder, version + body, {wrong}); }).first == ExitCode::wrong_usage);
}
TEST_SUITE_END();

}  // namespace preprocess_test
