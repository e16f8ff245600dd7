// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/program_text.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/files.hpp"
#include "common/event/event.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::plain_export {

namespace fs = std::filesystem;

namespace {

constexpr const char* head = R"(// {lesson} {version}: {idea}.
// A program in plain OpenGL; README.md says how to build it.
#include <glad/gl.h>  // the functions of OpenGL; goes before GLFW

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "context_egl.hpp"

)";

constexpr const char* tables = R"(struct Buffer {
    GLsizeiptr bytes;
    const char* contents;  // a file; without one, every word is `word`
    GLuint word;
};
struct Uniform {
    const char* name;
    char type;  // u: uint, i: int, f: float
    double value;
};
struct Step {
    int program;  // -1: fills a buffer with `word`
    GLuint groups[3];
    std::vector<int> buffers;  // at binding 0, 1, ...; -1: none
    std::vector<Uniform> uniforms;
    GLuint word = 0;
};

)";

constexpr const char* functions = R"(
std::vector<GLuint> words_in(const char* file) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    std::vector<GLuint> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
    if (words.empty()) {
        std::fprintf(stderr, "%s is missing: start the program in its own folder.\n", file);
        std::exit(2);
    }
    return words;
}

std::string text_in(const char* file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

void upload(const std::vector<GLuint>& names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<GLuint> words(buffers[i].bytes / 4, buffers[i].word);
        if (buffers[i].contents != nullptr) words = words_in(buffers[i].contents);
        glNamedBufferSubData(names[i], 0, static_cast<GLsizeiptr>(words.size() * 4), words.data());
    }
}

void run(const std::vector<GLuint>& programs, const std::vector<GLuint>& names) {
    for (const Step& step : schedule) {
        if (step.program < 0) {
            glClearNamedBufferData(names[step.buffers[0]], GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &step.word);
            continue;
        }
        const GLuint program = programs[step.program];
        glUseProgram(program);
        for (const Uniform& uniform : step.uniforms) {
            const GLint location = glGetUniformLocation(program, uniform.name);
            if (uniform.type == 'u') glUniform1ui(location, static_cast<GLuint>(uniform.value));
            if (uniform.type == 'i') glUniform1i(location, static_cast<GLint>(uniform.value));
            if (uniform.type == 'f') glUniform1f(location, static_cast<GLfloat>(uniform.value));
        }
        for (std::size_t k = 0; k < step.buffers.size(); ++k)
            if (step.buffers[k] >= 0)
                glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(k), names[step.buffers[k]]);
        glDispatchCompute(step.groups[0], step.groups[1], step.groups[2]);
        // The next use: another dispatch, or a fill or a read-back.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    }
}

double microseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(now).count();
}

)";

std::string literal(const Story::Uniform& uniform) {
    const auto scalar = [&](char type, double value) {
        return fmt::format("{{\"{}\", '{}', {}}}", uniform.name, type, value);
    };
    return std::visit(
        overloaded{[&](std::uint32_t value) { return scalar('u', value); },
                   [&](std::int32_t value) { return scalar('i', value); },
                   [&](float value) { return scalar('f', static_cast<double>(value)); },
                   [&](const auto&) -> std::string {
                       fail(ExitCode::wrong_usage,
                            "It cannot be exported: its uniform {} is neither uint, int nor float.",
                            uniform.name);
                   }},
        uniform.value);
}

/// The numbers of buffers and programs in the tables.
struct Numbers {
    std::vector<Handle> buffers, programs;
    static int of(const std::vector<Handle>& all, Handle one) {
        return static_cast<int>(std::ranges::find(all, one) - all.begin());
    }
};

Numbers numbers_of(const Story& story) {
    Numbers numbers;
    for (const auto& [handle, buffer] : story.buffers)
        if (buffer.used) numbers.buffers.push_back(handle);
    for (const auto& [handle, program] : story.programs)
        if (std::ranges::any_of(story.steps, [&](const auto& step) { return step.program == handle; }))
            numbers.programs.push_back(handle);
    return numbers;
}

std::string step_row(const Story& story, const Numbers& numbers, const Story::Step& step) {
    const auto buffer_name = [&](Handle buffer) { return story.buffers.at(buffer).name; };
    if (step.program == 0)
        return fmt::format("    {{-1, {{0, 0, 0}}, {{{}}}, {{}}, {}u}},\n",
                           buffer_name(step.buffers[0].second), step.word);
    std::vector<std::string> buffers, uniforms;
    for (const auto& [binding, buffer] : step.buffers) {
        while (buffers.size() < binding) buffers.push_back("-1");
        buffers.push_back(buffer_name(buffer));
    }
    for (const auto& uniform : step.uniforms) uniforms.push_back(literal(uniform));
    return fmt::format("    {{{}, {{{}, {}, {}}}, {{{}}}, {{{}}}}},\n",
                       Numbers::of(numbers.programs, step.program), step.groups.x, step.groups.y,
                       step.groups.z, fmt::join(buffers, ", "), fmt::join(uniforms, ", "));
}

std::string data(const Story& story) {
    const auto numbers = numbers_of(story);
    std::vector<std::string> names, shaders;
    std::string rows, steps;
    for (const Handle handle : numbers.buffers) {
        const auto& buffer = story.buffers.at(handle);
        names.push_back(buffer.name);
        rows += fmt::format("    {{{}, {}, {}u}},  // {}\n", buffer.bytes,
                            buffer.contents.empty() ? "nullptr" : "\"" + buffer.name + ".bin\"", buffer.word,
                            buffer.name);
    }
    for (const Handle handle : numbers.programs)
        shaders.push_back("\"" + story.programs.at(handle).name + ".comp\"");
    for (const auto& step : story.steps) steps += step_row(story, numbers, step);
    return fmt::format(
        "enum {{ {} }};  // the numbers of the buffers\n"
        "const std::vector<Buffer> buffers{{\n{}}};\n"
        "const std::vector<const char*> shaders{{{}}};\n\n"
        "// Program, workgroups along x, y and z, buffers by binding, uniforms.\n"
        "const std::vector<Step> schedule{{\n{}}};\n",
        fmt::join(names, ", "), rows, fmt::join(shaders, ", "), steps);
}

std::string comparison(const bench::Comparison& how) {
    std::string text;
    if (how.any_order)
        text +=
            "    std::sort(result.begin(), result.end());  // the values may be in any order\n"
            "    std::sort(expected.begin(), expected.end());\n";
    if (!how.off) return text + "    const bool right = result == expected;\n";
    return text +
           fmt::format(
               "    bool right = true;\n"
               "    for (std::size_t i = 0; i < expected.size(); ++i) {{\n"
               "        float got = 0, wanted = 0;\n"
               "        std::memcpy(&got, &result[i], 4);\n"
               "        std::memcpy(&wanted, &expected[i], 4);\n"
               "        right = right && std::abs(got - wanted) <= {} * std::max(1.0F, std::abs(wanted));\n"
               "    }}\n",
               *how.off);
}

std::string main_function(const Story& story) {
    std::uint32_t most_local = 1;
    for (const auto& [handle, program] : story.programs)
        most_local = std::max(most_local, program.local_size);
    return fmt::format(R"(int main() {{
    if (!start()) return 4;
    GLint invocations = 0;
    glGetIntegerv(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &invocations);
    if (invocations < {0}) {{
        std::fprintf(stderr, "The shaders need workgroups of {0}, and this machine allows %d.\n", invocations);
        return 4;
    }}
    std::vector<GLuint> programs, names(buffers.size());
    for (const char* file : shaders) programs.push_back(build(text_in(file).c_str()));
    glCreateBuffers(static_cast<GLsizei>(names.size()), names.data());
    for (std::size_t i = 0; i < names.size(); ++i)
        glNamedBufferStorage(names[i], buffers[i].bytes, nullptr, GL_DYNAMIC_STORAGE_BIT);

    upload(names);
    run(programs, names);
    std::vector<GLuint> expected = words_in("expected.bin"), result(expected.size());
    glGetNamedBufferSubData(names[{1}], 0, static_cast<GLsizeiptr>(result.size() * 4), result.data());
{2}
    std::vector<double> times(15);
    for (double& time : times) {{
        upload(names);
        glFinish();
        const double begin = microseconds();
        run(programs, names);
        glFinish();
        time = microseconds() - begin;
    }}
    std::nth_element(times.begin(), times.begin() + 7, times.end());
    std::printf("time of %zu steps: %.1f us\n", schedule.size(), times[7]);
    std::printf("%s: %zu elements of buffer {1}\n", right ? "right" : "WRONG", expected.size());

    glDeleteBuffers(static_cast<GLsizei>(names.size()), names.data());
    for (const GLuint program : programs) glDeleteProgram(program);
    end_context_egl();
    glfwTerminate();
    return right ? 0 : 1;
}}
)",
                       most_local, story.buffers.at(story.result).name, comparison(story.comparison));
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// The functions of lesson 00 that start OpenGL and build a shader.
std::string set_up(const fs::path& plain) {
    const auto text = glsl::read_text(plain / "v1_double.cpp");
    const auto from = text.find("// Makes a core context"), to = text.find("void print(");
    if (from == std::string::npos || to == std::string::npos)
        fail(ExitCode::wrong_usage, "{} lacks the functions that an export repeats.",
             (plain / "v1_double.cpp").string());
    return text.substr(from, to - from);
}

void write_words(const fs::path& file, const std::vector<std::uint32_t>& words) {
    write_file(file, {reinterpret_cast<const char*>(words.data()), words.size() * 4});
}

std::string read_me(const Title& title, const Story& story) {
    std::string subgroups = "Its shaders use no subgroup operations.";
    for (const auto& [handle, program] : story.programs)
        if (!program.subgroups.empty())
            subgroups = "Its subgroup operations are those of `shaders/common/" + program.subgroups +
                        "`, which suit the machine that it was exported on.";
    return fmt::format(R"(# {0} {1} in plain OpenGL

{2}. Exported from Pass by Pass ({3}) on {4}.

    cmake -S . -B build && cmake --build build && build/program

or `glad --api gl:core=4.5 --out-path glad c` and `g++ -std=c++17 main.cpp glad/src/gl.c -Iglad/include -lglfw -lEGL -o program`.

Start it in this folder: it reads the shaders, its input (`*.bin`, 32-bit words) and `expected.bin`, which the plainest CPU code computed.
It compares, and prints the median time of 15 runs. Sizes are constants of this export; it checks at its start that the machine allows
them. {5}
)",
                       title.lesson, title.version, title.idea, title.data, title.renderer, subgroups);
}

constexpr const char* lists = R"(cmake_minimum_required(VERSION 3.22)
project(plain LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(glfw3 REQUIRED)
execute_process(COMMAND glad --reproducible --quiet --api gl:core=4.5 --out-path ${CMAKE_BINARY_DIR}/glad c COMMAND_ERROR_IS_FATAL ANY)
add_executable(program main.cpp ${CMAKE_BINARY_DIR}/glad/src/gl.c)
target_include_directories(program PRIVATE ${CMAKE_BINARY_DIR}/glad/include)
target_link_libraries(program PRIVATE glfw EGL)
)";

}  // namespace

void write_program(const fs::path& folder, const Title& title, const Story& story, const fs::path& plain) {
    auto text = std::string(head);
    for (const auto& [word, value] : std::vector<std::pair<std::string, std::string>>{
             {"{lesson}", title.lesson}, {"{version}", title.version}, {"{idea}", title.idea}})
        text = replaced(text, word, value);
    text +=
        tables + data(story) + "\n" + set_up(plain) + std::string(functions).substr(1) + main_function(story);
    ensure_writable(folder, "--out");
    write_file(folder / "main.cpp", text);
    write_file(folder / "context_egl.hpp", glsl::read_text(plain / "context_egl.hpp"));
    write_file(folder / "CMakeLists.txt", lists);
    write_file(folder / "README.md", read_me(title, story));
    for (const Handle handle : numbers_of(story).programs) {
        const auto& program = story.programs.at(handle);
        write_file(folder / (program.name + ".comp"), program.text);
    }
    for (const auto& [handle, buffer] : story.buffers)
        if (buffer.used && !buffer.contents.empty())
            write_words(folder / (buffer.name + ".bin"), buffer.contents);
    write_words(folder / "expected.bin", story.expected);
}

}  // namespace pbp::plain_export
