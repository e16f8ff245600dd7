// SPDX-License-Identifier: MIT
// Exercise 3: who deletes it?
// Task:     each round doubles an array in a buffer of its own. The result is right, and after ten thousand
// rounds the
//           memory is gone. Delete every object that the program creates, each once, when nobody needs it any
//           more.
// Given:    glDeleteBuffers, glDeleteQueries, glDeleteProgram.
// Look at:  the last lines of v1_double.cpp.
#include "setup.hpp"

const char* const doubling = R"(#version 450 core
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < n) data[i] *= 2u;
}
)";

std::vector<GLuint> doubled(const std::vector<GLuint>& values) {
    const auto bytes = static_cast<GLsizeiptr>(values.size() * sizeof(GLuint));
    GLuint buffer = 0, query = 0;
    glCreateBuffers(1, &buffer);
    glCreateQueries(GL_TIME_ELAPSED, 1, &query);
    glNamedBufferStorage(buffer, bytes, values.data(), 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glBeginQuery(GL_TIME_ELAPSED, query);
    glDispatchCompute(static_cast<GLuint>(values.size() + 7) / 8, 1, 1);
    glEndQuery(GL_TIME_ELAPSED);

    std::vector<GLuint> result(values.size());
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(buffer, 0, bytes, result.data());
    // [gap]
    glDeleteQueries(1, &query);
    glDeleteBuffers(1, &buffer);
    return result;
    //| return result;  // TODO: and what was created above?
    // [/gap]
}

int main(int argc, char** argv) {
    const GLuint rounds = argc > 1 ? static_cast<GLuint>(std::atoi(argv[1])) : 3;
    if (!start()) return 4;
    std::vector<GLuint> values(20);
    for (GLuint i = 0; i < 20; ++i) values[i] = i;

    const GLuint program = build(doubling);
    glUseProgram(program);
    glUniform1ui(glGetUniformLocation(program, "n"), 20);
    for (GLuint round = 0; round < rounds; ++round) values = doubled(values);
    print("pass doubled", values);

    // [gap]
    glDeleteProgram(program);
    end();
    //| end();  // TODO: what else was created?
    // [/gap]
    return 0;
}
