// SPDX-License-Identifier: MIT
// Exercise 4: what comes back?
// Task:     the shader is right, and the read-back is not: it brings a part of the array, and the barrier
// before it names
//           another use. Correct both.
// Given:    glGetNamedBufferSubData(buffer, offset, size, data): offset and size count bytes.
// Look at:  v1_double.cpp, between [core] and [/core].
#include "setup.hpp"

const char* const counting = R"(#version 450 core
layout(local_size_x = 32) in;
layout(std430, binding = 0) writeonly buffer Data { uint data[]; };
uniform uint n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < n) data[i] = n - i;
}
)";

int main(int argc, char** argv) {
    const GLuint n = argc > 1 ? static_cast<GLuint>(std::atoi(argv[1])) : 24;
    if (!start()) return 4;
    const GLuint program = build(counting);
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(n * sizeof(GLuint)), nullptr, 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glUseProgram(program);
    glUniform1ui(glGetUniformLocation(program, "n"), n);
    glDispatchCompute((n + 31) / 32, 1, 1);

    std::vector<GLuint> result(n, 0);
    // [gap]
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(n * sizeof(GLuint)), result.data());
    //| glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);        // TODO: who uses it next?
    //| glGetNamedBufferSubData(buffer, 0, n, result.data());  // TODO: how much is that?
    // [/gap]
    print("pass counted", result);

    glDeleteBuffers(1, &buffer);
    glDeleteProgram(program);
    end();
    return 0;
}
