// SPDX-License-Identifier: MIT
// v2 dependent: a second dispatch reads what the first one wrote, so a barrier goes between them.
//   g++ -std=c++17 v2_dependent.cpp glad/src/gl.c -Iglad/include -lglfw -lEGL -o v2_dependent
#include "setup.hpp"

const char* const doubling = R"(#version 450 core
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer Input { uint from[]; };
layout(std430, binding = 1) writeonly buffer Doubled { uint doubled[]; };
uniform uint n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < n) doubled[i] = 2u * from[i];
}
)";

const char* const adding = R"(#version 450 core
layout(local_size_x = 8) in;
layout(std430, binding = 1) readonly buffer Doubled { uint doubled[]; };
layout(std430, binding = 2) writeonly buffer Sums { uint sums[]; };
uniform uint n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < n) sums[i] = doubled[i] + doubled[(i + 1u) % n];  // a neighbour's, perhaps of another workgroup
}
)";

void dispatch(GLuint program, GLuint n) {
    glUseProgram(program);
    glUniform1ui(glGetUniformLocation(program, "n"), n);
    glDispatchCompute((n + 7) / 8, 1, 1);
}

int main(int argc, char** argv) {
    const GLuint n = argc > 1 ? static_cast<GLuint>(std::atoi(argv[1])) : 24;
    if (!start()) return 4;

    std::vector<GLuint> input(n), doubled(n), sums(n), expected_doubled(n), expected_sums(n);
    for (GLuint i = 0; i < n; ++i) input[i] = i, expected_doubled[i] = 2 * i;
    for (GLuint i = 0; i < n; ++i) expected_sums[i] = expected_doubled[i] + expected_doubled[(i + 1) % n];
    print("pass input", input);

    const GLuint first = build(doubling), second = build(adding);
    const auto bytes = static_cast<GLsizeiptr>(n * sizeof(GLuint));
    GLuint buffers[3] = {};
    glCreateBuffers(3, buffers);
    glNamedBufferStorage(buffers[0], bytes, input.data(), 0);
    glNamedBufferStorage(buffers[1], bytes, nullptr, 0);
    glNamedBufferStorage(buffers[2], bytes, nullptr, 0);
    for (GLuint i = 0; i < 3; ++i) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]);

    // [two]
    dispatch(first, n);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the next use: a shader reads the buffer
    dispatch(second, n);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // the next use: the CPU reads it
    glGetNamedBufferSubData(buffers[1], 0, bytes, doubled.data());
    glGetNamedBufferSubData(buffers[2], 0, bytes, sums.data());
    // [/two]

    print("pass doubled", doubled);
    print("expected", expected_doubled);
    print("pass summed", sums);
    print("expected", expected_sums);
    std::printf(
        "caption The last row adds each element and its right neighbour; that of element %u is element 0.\n",
        n - 1);

    glDeleteBuffers(3, buffers);
    glDeleteProgram(first);
    glDeleteProgram(second);
    end();
    return doubled == expected_doubled && sums == expected_sums ? 0 : 1;
}
