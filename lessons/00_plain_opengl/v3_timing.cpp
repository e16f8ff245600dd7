// SPDX-License-Identifier: MIT
// v3 timing: the same dispatch timed in five ways, three of them wrong.
//   g++ -std=c++17 v3_timing.cpp glad/src/gl.c -Iglad/include -lglfw -lEGL -o v3_timing
#include "setup.hpp"

#include <algorithm>
#include <chrono>
#include <string>

const char* const hashing = R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    uint x = i;  // not data[i]: each run gives the same
    for (uint k = 0u; k < 64u; ++k) x = (x ^ (x >> 15)) * 0x2c1b3c6du + k;
    data[i] = x;
}
)";

GLuint hash(GLuint x) {  // the same on the CPU
    for (GLuint k = 0; k < 64; ++k) x = (x ^ (x >> 15)) * 0x2c1b3c6du + k;
    return x;
}

double microseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(now).count();
}

template <typename Timed>
double median(Timed timed) {
    std::vector<double> times(15);
    for (double& time : times) time = timed();
    std::nth_element(times.begin(), times.begin() + 7, times.end());
    return times[7];
}

int main(int argc, char** argv) {
    const GLuint n = argc > 1 ? static_cast<GLuint>(std::atoi(argv[1])) : 1u << 18;
    if (!start()) return 4;

    // Drivers keep compiled shaders from earlier runs: a comment that is new each time makes this one
    // compile.
    const std::string text =
        "#version 450 core\n// " + std::to_string(microseconds()) + "\n" + std::string(hashing);
    const auto bytes = static_cast<GLsizeiptr>(n * sizeof(GLuint));
    GLuint buffer = 0, query = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, bytes, nullptr, 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glCreateQueries(GL_TIME_ELAPSED, 1, &query);
    const auto dispatch = [&] { glDispatchCompute((n + 63) / 64, 1, 1); };

    // [wrong]
    double begin = microseconds();
    const GLuint program = build(text.c_str());
    glUseProgram(program);
    glUniform1ui(glGetUniformLocation(program, "n"), n);
    const double first_begin = microseconds();
    dispatch();
    glFinish();
    std::printf("time wrong: compiling included: %.1f\n", microseconds() - begin);
    std::printf("time wrong: the first dispatch: %.1f\n", microseconds() - first_begin);

    begin = microseconds();
    dispatch();
    std::printf("time wrong: without waiting: %.1f\n", microseconds() - begin);
    glFinish();
    // [/wrong]

    // [right]
    const double by_clock = median([&] {
        glFinish();  // nothing is left to do
        const double from = microseconds();
        dispatch();
        glFinish();  // all of it is done
        return microseconds() - from;
    });
    const double by_query = median([&] {
        glBeginQuery(GL_TIME_ELAPSED, query);
        dispatch();
        glEndQuery(GL_TIME_ELAPSED);
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);  // waits for it
        return static_cast<double>(nanoseconds) / 1000;
    });
    std::printf("time right: clock and glFinish: %.1f\n", by_clock);
    std::printf("time right: timer query: %.1f\n", by_query);
    if (by_query < by_clock / 100) std::printf("note this driver's timer query measures nothing\n");
    // [/right]

    std::vector<GLuint> result(n);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(buffer, 0, bytes, result.data());
    std::vector<GLuint> expected(n);
    for (GLuint i = 0; i < n; ++i) expected[i] = hash(i);
    const auto few = std::min<std::ptrdiff_t>(n, 6);
    print("pass hashed", {result.begin(), result.begin() + few});
    print("expected", {expected.begin(), expected.begin() + few});
    std::printf(
        "caption Each bar is one way to time the same dispatch. The upper three are wrong: they include the "
        "compiler or what is done only once, or do not wait for the work to end.\n");

    glDeleteQueries(1, &query);
    glDeleteBuffers(1, &buffer);
    glDeleteProgram(program);
    end();
    return result == expected ? 0 : 1;
}
