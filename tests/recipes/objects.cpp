// SPDX-License-Identifier: MIT
// Recipes about objects: their names in a debugger, programs that are kept, programs from SPIR-V.
#include <array>
#include <fstream>
#include <numeric>

#include "common/glsl/preprocess.hpp"
#include "common/sim/spirv/compile.hpp"
#include "tests/recipes/recipe.hpp"

using namespace recipes;

namespace object_recipes {

namespace {

const std::vector<GLuint> four(64, 4);

// [binary]
/// Keeps a linked program in a file, with the number of its format before it.
void keep(GLuint program, const std::string& file) {
    GLint bytes = 0;
    glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &bytes);
    std::vector<char> binary(static_cast<std::size_t>(bytes));
    GLenum format = 0;
    glGetProgramBinary(program, bytes, nullptr, &format, binary.data());
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(&format), sizeof format).write(binary.data(), bytes);
}

/// The program from such a file, or 0 if this driver does not take it: then compile.
GLuint kept(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    GLenum format = 0;
    if (!in.read(reinterpret_cast<char*>(&format), sizeof format)) return 0;
    const std::vector<char> binary{std::istreambuf_iterator<char>(in), {}};
    const GLuint program = glCreateProgram();
    glProgramBinary(program, format, binary.data(), static_cast<GLsizei>(binary.size()));
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    glDeleteProgram(program);
    return 0;
}
// [/binary]

// [spirv]
/// The program of a module of SPIR-V, with a value for its constant 0; 0 if the driver does not take it.
GLuint program_of(const std::vector<std::uint32_t>& words, GLuint value, pbp::Context::Loader loader) {
    if (!has("GL_ARB_gl_spirv")) return 0;  // or OpenGL 4.6, where the call has no ARB at its end
    using Specialize = void(GLAPIENTRY*)(GLuint, const GLchar*, GLuint, const GLuint*, const GLuint*);
    const auto specialize = reinterpret_cast<Specialize>(loader("glSpecializeShaderARB"));
    constexpr GLenum spir_v = 0x9551;  // GL_SHADER_BINARY_FORMAT_SPIR_V

    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    glShaderBinary(1, &shader, spir_v, words.data(), static_cast<GLsizei>(words.size() * 4));
    constexpr GLuint constant = 0;                     // constant_id in the shader
    specialize(shader, "main", 1, &constant, &value);  // this is what compiles it
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    return linked == GL_TRUE ? program : 0;
}
// [/spirv]

/// A module as glslang writes it without -g: Mesa 22.3 takes none with OpString or OpModuleProcessed.
std::vector<std::uint32_t> without_debug(const std::vector<std::uint32_t>& words) {
    constexpr std::size_t header = 5;
    std::vector<std::uint32_t> kept(words.begin(), words.begin() + header);
    for (std::size_t at = header; at < words.size(); at += words[at] >> 16) {
        const auto opcode = words[at] & 0xFFFF;
        const bool debug =
            opcode == 3 || opcode == 7 || opcode == 8 || opcode == 330;  // source, string, line
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
        if (!debug) kept.insert(kept.end(), first, first + (words[at] >> 16));
    }
    return kept;
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Recipe, "recipe: objects and passes have names in a debugger") {
        if (!*this) return;
        const GLuint buffer = buffer_of(four), program = build("add_part");
        bind(0, buffer);
        bind(1, buffer_of(std::vector<GLuint>{0}));
        glUseProgram(program);
        glEnable(GL_DEBUG_OUTPUT);
        // [labels]
        glObjectLabel(GL_BUFFER, buffer, -1, "keys");  // -1: up to the 0 at its end
        glObjectLabel(GL_PROGRAM, program, -1, "add a part");

        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "sum, pass 3");
        glDispatchCompute(1, 1, 1);
        glPopDebugGroup();
        // [/labels]
        std::array<char, 64> said{};
        glGetObjectLabel(GL_BUFFER, buffer, said.size(), nullptr, said.data());
        CHECK(std::string(said.data()) == "keys");
        GLint open = 0;
        glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH, &open);
        CHECK(open == 1);  // the outermost is always there
    }

    TEST_CASE_FIXTURE(Recipe, "recipe: a program is kept in a file") {
        if (!*this) return;
        const pbp::test::Folder folder;
        const auto file = (folder.path() / "add.bin").string();
        // [retrievable]
        const GLuint program = build("add_part", [](GLuint unlinked) {
            glProgramParameteri(unlinked, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
        });
        GLint formats = 0;
        glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);  // 0: this driver gives none out
        // [/retrievable]
        CHECK(kept(file) == 0);
        if (formats == 0) return;
        keep(program, file);
        const GLuint again = kept(file);
        REQUIRE(again != 0);
        const GLuint total = buffer_of(std::vector<GLuint>{0});
        bind(0, buffer_of(four));
        bind(1, total);
        glUseProgram(again);
        glDispatchCompute(1, 1, 1);
        CHECK(read<GLuint>(total, 1)[0] == 256);
    }

    TEST_CASE_FIXTURE(Recipe, "recipe: SPIR-V becomes a program, with a constant of one's own") {
        if (!*this) return;
        const auto words = without_debug(pbp::sim::compile(pbp::glsl::preprocess(path_of("reverse"), {})));
        const GLuint program = program_of(words, 16, loader());
        CHECK((program != 0) == has("GL_ARB_gl_spirv"));
        if (program == 0) return;
        std::vector<GLuint> values(64);
        std::iota(values.begin(), values.end(), 0u);
        const GLuint data = buffer_of(values);
        bind(0, data);
        glUseProgram(program);
        glDispatchCompute(64 / 16, 1, 1);
        const auto reversed = read<GLuint>(data, 64);
        for (GLuint i = 0; i < 64; ++i) CHECK(reversed[i] == i / 16 * 16 + 15 - i % 16);
    }
}

}  // namespace object_recipes
