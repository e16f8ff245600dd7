// SPDX-License-Identifier: MIT
// Exercise 5: how long does one dispatch take?
// Task:     the program prints a time, and it is that of something else: of compiling, of the first dispatch,
// and on a
//           GPU of nothing at all. Time one dispatch, after a first one that does not count, with the CPU's
//           clock.
// Given:    glFinish() waits until all is done that was asked for so far; microseconds() reads the clock.
// Look at:  v3_timing.png.
#include <chrono>

#include "setup.hpp"

const char* const hashing = R"(#version 450 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Data { uint data[]; };
uniform uint n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    uint x = i;
    for (uint k = 0u; k < 64u; ++k) x = (x ^ (x >> 15)) * 0x2c1b3c6du + k;
    data[i] = x;
}
)";

double microseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(now).count();
}

int main(int argc, char** argv) {
    const GLuint n = argc > 1 ? static_cast<GLuint>(std::atoi(argv[1])) : 100000;
    if (!start()) return 4;
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(n * sizeof(GLuint)), nullptr, 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);

    // [gap]
    //| const double begin = microseconds();  // TODO: too early
    // [/gap]
    const GLuint program = build(hashing);
    glUseProgram(program);
    glUniform1ui(glGetUniformLocation(program, "n"), n);
    // [gap]
    glDispatchCompute((n + 63) / 64, 1, 1);
    glFinish();
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    const double begin = microseconds();
    glDispatchCompute((n + 63) / 64, 1, 1);
    glFinish();
    //| glDispatchCompute((n + 63) / 64, 1, 1);  // TODO: is it the first? Who waits for it?
    // [/gap]
    std::printf("time dispatch: %.1f\n", microseconds() - begin);

    std::vector<GLuint> result(16);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(buffer, 0, 16 * sizeof(GLuint), result.data());
    print("pass hashed", result);

    glDeleteBuffers(1, &buffer);
    glDeleteProgram(program);
    end();
    return 0;
}
