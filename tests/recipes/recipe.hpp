// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <glad/gl.h>

#include <optional>
#include <string>
#include <vector>

#include "common/opengl/context.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

/// What each recipe of docs/recipes.md starts from: a current context, and shaders that are built.
namespace recipes {

/// A context for one recipe, which must leave no error of OpenGL; none where the machine has no OpenGL.
class Recipe {
  public:
    Recipe() {
        if (pbp::test::skip_without_gpu()) return;
        context_.emplace(pbp::ContextOptions{});
        REQUIRE(gladLoadGL(context_->loader()) != 0);
    }
    ~Recipe() {
        if (context_) CHECK(glGetError() == GL_NO_ERROR);
    }
    Recipe(const Recipe&) = delete;
    Recipe& operator=(const Recipe&) = delete;

    explicit operator bool() const { return context_.has_value(); }
    pbp::Context::Loader loader() const { return context_->loader(); }

  private:
    std::optional<pbp::Context> context_;
};

inline std::string path_of(const std::string& shader) {
    return PBP_SOURCE_DIR "/tests/recipes/" + shader + ".comp";
}

/// The program of tests/recipes/SHADER.comp; `prepare` is called with it before it is linked.
template <typename Prepare>
GLuint build(const std::string& shader, Prepare prepare) {
    const auto text = pbp::test::read_text(path_of(shader));
    const auto* source = text.c_str() + text.find("#version");
    const GLuint compiled = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    glShaderSource(compiled, 1, &source, nullptr);
    glCompileShader(compiled);
    glAttachShader(program, compiled);
    prepare(program);
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    char log[4096] = "";
    glGetShaderInfoLog(compiled, sizeof log, nullptr, log);
    REQUIRE_MESSAGE(linked == GL_TRUE, log);
    glDeleteShader(compiled);
    return program;
}
inline GLuint build(const std::string& shader) {
    return build(shader, [](GLuint) {});
}

template <typename T>
GLuint buffer_of(const std::vector<T>& values) {
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(),
                         GL_DYNAMIC_STORAGE_BIT);
    return buffer;
}

template <typename T>
std::vector<T> read(GLuint buffer, std::size_t n) {
    std::vector<T> values(n);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(n * sizeof(T)), values.data());
    return values;
}

inline void bind(GLuint binding, GLuint buffer) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
}

// [has]
/// True if the driver lists the extension, such as "GL_ARB_gl_spirv".
inline bool has(const std::string& extension) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i)
        if (extension == reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, i))) return true;
    return false;
}
// [/has]

}  // namespace recipes
