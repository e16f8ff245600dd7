// SPDX-License-Identifier: MIT
// Exercise 2: which number is which buffer?
// Task:     the shader adds two arrays into a third, and the result is not their sum. Every call succeeds,
// and OpenGL
//           says nothing. Give each block its buffer.
// Given:    layout(binding = ...) of each block, and the second argument of glBindBufferBase.
// Look at:  v4_mistakes.png, the row "another binding".
#include "setup.hpp"

const char* const adding = R"(#version 450 core
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer Left { uint left[]; };
layout(std430, binding = 2) readonly buffer Right { uint right[]; };
layout(std430, binding = 5) writeonly buffer Sums { uint sums[]; };
uniform uint n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < n) sums[i] = 10u * left[i] + right[i];
}
)";

int main(int argc, char** argv) {
    const GLuint n = argc > 1 ? static_cast<GLuint>(std::atoi(argv[1])) : 24;
    if (!start()) return 4;
    std::vector<GLuint> left(n), right(n), sums(n, 0);
    for (GLuint i = 0; i < n; ++i) left[i] = i, right[i] = 7 * i % 10;
    print("pass left", left);
    print("pass right", right);

    const GLuint program = build(adding);
    const auto bytes = static_cast<GLsizeiptr>(n * sizeof(GLuint));
    GLuint buffers[3] = {};
    glCreateBuffers(3, buffers);
    glNamedBufferStorage(buffers[0], bytes, left.data(), 0);
    glNamedBufferStorage(buffers[1], bytes, right.data(), 0);
    glNamedBufferStorage(buffers[2], bytes, sums.data(), 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[0]);
    // [gap]
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, buffers[1]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, buffers[2]);
    //| glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffers[1]);  // TODO: which number does its block have?
    //| glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, buffers[2]);  // TODO: and this one?
    // [/gap]

    glUseProgram(program);
    glUniform1ui(glGetUniformLocation(program, "n"), n);
    glDispatchCompute((n + 7) / 8, 1, 1);

    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(buffers[2], 0, bytes, sums.data());
    print("pass sums", sums);

    glDeleteBuffers(3, buffers);
    glDeleteProgram(program);
    end();
    return 0;
}
