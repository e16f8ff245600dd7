// SPDX-License-Identifier: MIT
#pragma once

namespace pbp::plain_export {

// The program, from its first line to its last. A word between two @ is replaced; what is between <X and X>
// is left out where it is not needed.
inline constexpr const char* program_template = R"(// @lesson@ @version@: @idea@.
// @data@. A complete program in plain OpenGL; README.md says how to build it.
//
// Read it from top to bottom: the data, the @kinds@ and shaders, the schedule, one run, and main, which runs
// the schedule, compares the result with what the CPU finds, and times it. setup.hpp starts OpenGL.
#include "setup.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

// --- The data: what goes in, and what must come out. ---

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t n = @n@;
<input<constexpr std::uint64_t seed = @seed@;
>input>@functions@
<input<Words make_input() {
    return @input@;
}

>input>Words make_expected(<uses_input<const Words& input>uses_input>) {
    return @expected@;
}

// --- The @kinds@ and the shaders. ---

struct @Kind@ {
<buffers<    std::size_t words;
>buffers><images<    GLsizei width, height;
>images><input<    bool has_input;  // its first <buffers<words>buffers><images<pixels>images> are the input
>input>    GLuint rest;     // what its other <buffers<words>buffers><images<pixels>images> hold at the start
<restored<    bool restored;   // a run overwrites what it reads here: the next run needs it as it was
>restored>};
enum { @buffer_names@ };
const std::vector<@Kind@> @kinds@{
@buffers@};

enum { @program_names@<fill<, fill>fill> };
<defined<struct Shader {
    const char* file;
    const char* defines;  // lines that go below its first one
};
const std::vector<Shader> shaders{@shaders@};
>defined><undefined<const std::vector<const char*> shaders{@shaders@};
>undefined>
// --- The schedule: a row per dispatch<fill<, or per fill of a buffer>fill>. ---

<varying<struct Uniform {
    const char* name;
    GLuint @value@;
    GLint location = -1;
};
>varying>struct Step {
    int program;
    GLuint groups[3];          // workgroups along x, y and z
<buffers<    std::vector<int> buffers;  // at binding 0, 1, ...<gap<; none: nothing is bound there>gap>
>buffers><images<    std::vector<int> sampled;  // images at texture unit 0, 1, ...
    std::vector<int> images;   // at image unit 0, 1, ...
>images><varying<    std::vector<Uniform> uniforms;
>varying><fill<    GLuint word = 0;  // of a fill: what the buffer holds after it
>fill>};
<gap<constexpr int none = -1;
>gap><unvarying<const >unvarying>std::vector<Step> schedule{
@schedule@};
<constants<
// Uniforms that keep their value in all rows.
struct Constant {
    int program;
    const char* name;
    GLuint @value@;
};
const std::vector<Constant> constants{
@constants@};
>constants>
// --- One run. ---

struct Objects {  // what OpenGL gave us: names of programs and @kinds@
    std::vector<GLuint> programs, @kinds@<restored<, originals>restored>;
};

void run(const Objects& gl) {
    for (const Step& step : schedule) {
<fill<        if (step.program == fill) {
            glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // the next use: the buffer is filled
            glClearNamedBufferData(gl.buffers[step.buffers[0]], GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                                   &step.word);
            continue;
        }
>fill>        glUseProgram(gl.programs[step.program]);
<varying<        for (const Uniform& uniform : step.uniforms) glUniform@set@(uniform.location, @once@uniform.value);
>varying><buffers<        for (std::size_t i = 0; i < step.buffers.size(); ++i)
            <gap<if (step.buffers[i] != none)
                >gap>glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(i),
                             gl.buffers[step.buffers[i]]);
        // The next use: this shader reads what earlier ones wrote.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
>buffers><images<        for (std::size_t i = 0; i < step.sampled.size(); ++i)
            glBindTextureUnit(static_cast<GLuint>(i), gl.images[step.sampled[i]]);
        for (std::size_t i = 0; i < step.images.size(); ++i)
            glBindImageTexture(static_cast<GLuint>(i), gl.images[step.images[i]], 0, GL_FALSE, 0,
                               GL_READ_WRITE, GL_RGBA8);
        // The next use: this shader samples and writes what earlier ones wrote.
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
>images>        glDispatchCompute(step.groups[0], step.groups[1], step.groups[2]);
    }
}

// --- What main needs. ---

// False, with a sentence, where this machine lacks what the program was written for.
bool machine_suffices() {
    GLint invocations = 0, largest = 0;
    glGetIntegerv(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &invocations);
    glGetIntegerv(@limit@, &largest);
<extension<    GLint extensions = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &extensions);
    bool has_extension = false;
    for (GLint i = 0; i < extensions; ++i) {
        const auto* name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, i));
        if (std::strcmp(name, "@extension@") == 0) has_extension = true;
    }
>extension>    if (invocations >= @invocations@ && static_cast<GLuint>(largest) >= @largest@u<extension< && has_extension>extension>)
        return true;
    std::fprintf(stderr, "This program needs %s.\n",
                 "@needs@");
    return false;
}

std::string text_in(const char* file) {
    std::ifstream in(file);
    if (!in) {
        std::fprintf(stderr, "%s is missing: start the program in its own folder.\n", file);
        std::exit(2);
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

<images<GLuint create_image(const Image& shape, const Words& pixels) {
    GLuint image = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &image);
    glTextureStorage2D(image, 1, GL_RGBA8, shape.width, shape.height);  // one level: no mipmaps
    glTextureSubImage2D(image, 0, 0, 0, shape.width, shape.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    glTextureParameteri(image, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    return image;
}
>images><buffers<GLuint create_buffer(const Words& words) {
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(words.size() * 4), words.data(), 0);
    return buffer;
}
>buffers>
Objects create_objects(<input<const Words& input>input>) {
    Objects gl;
<defined<    for (const Shader& shader : shaders) {
        auto text = text_in(shader.file);
        text.insert(text.find('\n') + 1, shader.defines);
        gl.programs.push_back(build(text.c_str()));
    }
>defined><undefined<    for (const char* file : shaders) gl.programs.push_back(build(text_in(file).c_str()));
>undefined><varying<    for (Step& step : schedule)
        for (Uniform& uniform : step.uniforms)
            uniform.location = glGetUniformLocation(gl.programs[step.program], uniform.name);
>varying><constants<    for (const Constant& constant : constants) {
        const GLuint program = gl.programs[constant.program];
        glProgramUniform@set@(program, glGetUniformLocation(program, constant.name), @once@constant.value);
    }
>constants>    for (const @Kind@& @kind@ : @kinds@) {
        Words words(<buffers<buffer.words>buffers><images<static_cast<std::size_t>(image.width) * image.height>images>, @kind@.rest);
<input<        if (@kind@.has_input) std::copy(input.begin(), input.end(), words.begin());
>input>        gl.@kinds@.push_back(create_@kind@(<images<image, >images>words));
<restored<        gl.originals.push_back(buffer.restored ? create_buffer(words) : 0);
>restored>    }
    return gl;
}

void delete_objects(const Objects& gl) {
    for (const GLuint program : gl.programs) glDeleteProgram(program);
    glDelete@objects@(static_cast<GLsizei>(gl.@kinds@.size()), gl.@kinds@.data());
<restored<    glDeleteBuffers(static_cast<GLsizei>(gl.originals.size()), gl.originals.data());
>restored>}
<restored<
void restore(const Objects& gl) {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // the next use: a copy
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].restored)
            glCopyNamedBufferSubData(gl.originals[i], gl.buffers[i], 0, 0,
                                     static_cast<GLsizeiptr>(buffers[i].words * 4));
}
>restored>
// True if the @kind@ of results begins with what is expected.
bool is_right(const Objects& gl, Words expected) {
    Words result(expected.size());
    const auto bytes = static_cast<GLsizeiptr>(result.size() * 4);
<images<    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);  // the next use: the image is read back
    glGetTextureImage(gl.images[@result@], 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(bytes),
                      result.data());
>images><buffers<    // Read a copy: a driver may move a buffer that the CPU reads out of the GPU's own memory.
    const GLuint copy = create_buffer(result);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // the next use: a copy
    glCopyNamedBufferSubData(gl.buffers[@result@], copy, 0, 0, bytes);
    glGetNamedBufferSubData(copy, 0, bytes, result.data());
    glDeleteBuffers(1, &copy);
>buffers>@comparison@}

double microseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(now).count();
}

// The time of one run in microseconds, by the GPU's clock or by the CPU's<repeated<, from as many as `times` of them>repeated>.
double time_once(const Objects& gl, GLuint query, bool by_cpu<repeated<, int times>repeated>) {
<restored<    restore(gl);
    run(gl);  // not timed: while the GPU is busy with it, the CPU hands over the next one
    restore(gl);
>restored><repeated<    run(gl);  // not timed: while the GPU is busy with it, the CPU hands over the next ones
>repeated>    if (by_cpu) glFinish();
    const double begin = microseconds();
    glBeginQuery(GL_TIME_ELAPSED, query);
    <repeated<for (int i = 0; i < times; ++i) >repeated>run(gl);
    glEndQuery(GL_TIME_ELAPSED);
    if (by_cpu) glFinish();
    const double by_clock = microseconds() - begin;
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);  // waits for it
    return <repeated<(>repeated>by_cpu ? by_clock : static_cast<double>(nanoseconds) / 1000<repeated<) / times>repeated>;
}

// The median of 31 times, or of fewer where that takes more than three seconds; and which clock it is by.
std::pair<double, const char*> median_time(const Objects& gl) {
    glDisable(GL_DEBUG_OUTPUT);  // the first run had its messages
    GLuint query = 0;
    glCreateQueries(GL_TIME_ELAPSED, 1, &query);
    // A driver that plays the GPU on the CPU may answer next to nothing.
    const bool by_cpu = time_once(gl, query, false<repeated<, 1>repeated>) < time_once(gl, query, true<repeated<, 1>repeated>) / 100;
    const double begin = microseconds();
    while (!by_cpu && microseconds() - begin < 3e5) time_once(gl, query, by_cpu<repeated<, 1>repeated>);  // a GPU's clock rises
<repeated<    // A query has a cost of its own: let the runs in it take four milliseconds.
    const int repeats = std::clamp(static_cast<int>(4000 / time_once(gl, query, by_cpu, 1)), 1, 500);
>repeated>    std::vector<double> times;
    while (times.size() < 3 || (times.size() < 31 && microseconds() - begin < 3e6))
        times.push_back(time_once(gl, query, by_cpu<repeated<, repeats>repeated>));
    glDeleteQueries(1, &query);
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return {times[times.size() / 2], by_cpu ? "the CPU's clock" : "a timer query"};
}

int main(int argc, char** argv) {
    if (argc > 1) {
        std::fprintf(stderr,
                     "Usage: %s, without arguments\n"
                     "Its shaders and dispatches are those for n = @n@; for another n: @again@\n",
                     argv[0]);
        return 2;
    }
    if (!start() || !machine_suffices()) return 4;
<input<    const Words input = make_input();
>input>    const Words expected = make_expected(<uses_input<input>uses_input>);
    const Objects gl = create_objects(<input<input>input>);

    run(gl);
    bool right = is_right(gl, expected);
    const auto [time_us, measured_by] = median_time(gl);
    right = right && is_right(gl, expected);  // a fast result must be right, too

    std::printf("time: %.1f us, by %s\n", time_us, measured_by);
    std::printf("%s: %zu elements of @kind@ @result@\n", right ? "right" : "WRONG", expected.size());
    delete_objects(gl);
    end();
    return right ? 0 : 1;
}
)";

}  // namespace pbp::plain_export
