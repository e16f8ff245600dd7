// SPDX-License-Identifier: MIT
// v4 mistakes: five common mistakes made on purpose, each with what OpenGL says about it.
//   g++ -std=c++17 v4_mistakes.cpp glad/src/gl.c -Iglad/include -lglfw -lEGL -o v4_mistakes
#include "setup.hpp"

#include <algorithm>
#include <functional>
#include <string>

std::string doubling(const std::string& layout) {
    return "#version 450 core\n"
           "layout(local_size_x = 16) in;\n"
           "layout(" +
           layout +
           ", binding = 0) buffer Data { uint data[64]; };\n"
           "uniform uint n;\n"
           "void main() {\n"
           "    const uint i = gl_GlobalInvocationID.x;\n"
           "    if (i < n) data[i] *= 2u;\n"
           "}\n";
}

// Uploads 1 2 3 ..., lets `work` double it, and prints what came back and what it should be.
void attempt(const char* name, GLuint n, const std::function<void(GLuint buffer)>& work) {
    std::vector<GLuint> values(256), expected(n);
    for (GLuint i = 0; i < 256; ++i) values[i] = i + 1;
    for (GLuint i = 0; i < n; ++i) expected[i] = 2 * (i + 1);
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, 256 * sizeof(GLuint), values.data(), 0);
    for (GLuint i = 0; i < 4; ++i) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, 0);
    work(buffer);
    const bool silent = glGetError() == GL_NO_ERROR;
    std::printf("note %s: %s\n", name, silent ? "OpenGL says nothing" : "OpenGL reports the error above");

    values.resize(n);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(n * sizeof(GLuint)), values.data());
    print((std::string("pass ") + name).c_str(), values);
    print("expected", expected);
    glDeleteBuffers(1, &buffer);
}

int main(int argc, char** argv) {
    const GLuint n = argc > 1 ? std::min(64u, static_cast<GLuint>(std::atoi(argv[1]))) : 24;
    if (!start()) return 4;
    std::vector<GLuint> input(n);
    for (GLuint i = 0; i < n; ++i) input[i] = i + 1;
    print("pass input", input);

    const GLuint program = build(doubling("std430").c_str()), padded = build(doubling("std140").c_str());
    for (const GLuint one : {program, padded}) glProgramUniform1ui(one, glGetUniformLocation(one, "n"), n);
    glUseProgram(program);

    attempt("no mistake", n, [&](GLuint buffer) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
        glDispatchCompute((n + 15) / 16, 1, 1);
    });
    // [mistakes]
    attempt("workgroups rounded down", n, [&](GLuint buffer) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
        glDispatchCompute(n / 16, 1, 1);  // 24 / 16 is 1: nobody doubles the last 8
    });
    attempt("another binding", n, [&](GLuint buffer) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffer);  // the shader says 0
        glDispatchCompute((n + 15) / 16, 1, 1);
    });
    attempt("std140 for std430", n, [&](GLuint buffer) {
        glUseProgram(padded);  // each uint of its array takes 16 bytes
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
        glDispatchCompute((n + 15) / 16, 1, 1);
        glUseProgram(program);
    });
    attempt("flags forbid the CPU's write", n, [&](GLuint buffer) {
        std::vector<GLuint> doubled(n);
        for (GLuint i = 0; i < n; ++i) doubled[i] = 2 * (i + 1);
        // The CPU may not: the buffer was created with flags 0, not with GL_DYNAMIC_STORAGE_BIT.
        glNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(n * sizeof(GLuint)), doubled.data());
    });
    attempt("bound as another kind", n, [&](GLuint buffer) {
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);  // the shader's block is a buffer block
        glDispatchCompute((n + 15) / 16, 1, 1);
    });
    // [/mistakes]
    std::printf(
        "caption Each row below the input is the buffer after one attempt to double it; a ringed cell was "
        "not "
        "doubled. Rounded down: a workgroup has 16 invocations, and %u / 16 is %u. Another binding: the "
        "buffer has number 1, the shader looks under 0. std140: it puts the elements of an array 16 bytes "
        "apart, not 4, so every 4th is doubled. Flags: here the CPU doubles, and OpenGL refuses its write. "
        "Another kind: bound as a uniform buffer, while the shader looks for a storage buffer.\n",
        n, n / 16);

    glDeleteProgram(program);
    glDeleteProgram(padded);
    end();
    return 0;
}
