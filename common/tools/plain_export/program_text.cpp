// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/program_text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "common/base/files.hpp"
#include "common/event/event.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::plain_export {

namespace fs = std::filesystem;

namespace {

// The program, from its first line to its last. A word between two @ is replaced; what is between <X and X>
// is left out where it is not needed.
constexpr const char* program_text = R"(// @lesson@ @version@: @idea@.
// @data@. A complete program in plain OpenGL; README.md says how to build it.
//
// Read it from top to bottom: the data, the buffers and shaders, the schedule, one run, and main, which runs
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

// --- The buffers and the shaders. ---

struct Buffer {
    std::size_t words;
<input<    bool has_input;  // its first words are the input
>input>    GLuint rest;     // what its other words hold at the start
<restored<    bool restored;   // a run overwrites what it reads here: the next run needs it as it was
>restored>};
enum { @buffer_names@ };
const std::vector<Buffer> buffers{
@buffers@};

enum { @program_names@<fill<, fill>fill> };
const std::vector<const char*> shaders{@shaders@};

// --- The schedule: a row per dispatch<fill<, or per fill of a buffer>fill>. ---

struct Uniform {
    const char* name;
    GLuint value;
    GLint location = -1;
};
struct Step {
    int program;
    GLuint groups[3];          // workgroups along x, y and z
    std::vector<int> buffers;  // at binding 0, 1, ...<gap<; none: nothing is bound there>gap>
    std::vector<Uniform> uniforms;
<fill<    GLuint word = 0;  // of a fill: what the buffer holds after it
>fill>};
<gap<constexpr int none = -1;
>gap>std::vector<Step> schedule{
@schedule@};
<constants<
// Uniforms that keep their value in all rows.
struct Constant {
    int program;
    const char* name;
    GLuint value;
};
const std::vector<Constant> constants{
@constants@};
>constants>
// --- One run. ---

struct Objects {  // what OpenGL gave us: names of programs and buffers
    std::vector<GLuint> programs, buffers<restored<, originals>restored>;
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
        for (const Uniform& uniform : step.uniforms) glUniform1ui(uniform.location, uniform.value);
        for (std::size_t i = 0; i < step.buffers.size(); ++i)
            <gap<if (step.buffers[i] != none)
                >gap>glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(i),
                             gl.buffers[step.buffers[i]]);
        // The next use: this shader reads what earlier ones wrote.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        glDispatchCompute(step.groups[0], step.groups[1], step.groups[2]);
    }
}

// --- What main needs. ---

// False, with a sentence, where this machine lacks what the program was written for.
bool machine_suffices() {
    GLint invocations = 0, bytes = 0;
    glGetIntegerv(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &invocations);
    glGetIntegerv(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
<extension<    GLint extensions = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &extensions);
    bool has_extension = false;
    for (GLint i = 0; i < extensions; ++i) {
        const auto* name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, i));
        if (std::strcmp(name, "@extension@") == 0) has_extension = true;
    }
>extension>    if (invocations >= @invocations@ && static_cast<GLuint>(bytes) >= @bytes@u<extension< && has_extension>extension>)
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

GLuint create_buffer(const Words& words) {
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(words.size() * 4), words.data(), 0);
    return buffer;
}

Objects create_objects(<input<const Words& input>input>) {
    Objects gl;
    for (const char* file : shaders) gl.programs.push_back(build(text_in(file).c_str()));
    for (Step& step : schedule)
        for (Uniform& uniform : step.uniforms)
            uniform.location = glGetUniformLocation(gl.programs[step.program], uniform.name);
<constants<    for (const Constant& constant : constants) {
        const GLuint program = gl.programs[constant.program];
        glProgramUniform1ui(program, glGetUniformLocation(program, constant.name), constant.value);
    }
>constants>    for (const Buffer& buffer : buffers) {
        Words words(buffer.words, buffer.rest);
<input<        if (buffer.has_input) std::copy(input.begin(), input.end(), words.begin());
>input>        gl.buffers.push_back(create_buffer(words));
<restored<        gl.originals.push_back(buffer.restored ? create_buffer(words) : 0);
>restored>    }
    return gl;
}

void delete_objects(const Objects& gl) {
    for (const GLuint program : gl.programs) glDeleteProgram(program);
    glDeleteBuffers(static_cast<GLsizei>(gl.buffers.size()), gl.buffers.data());
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
// True if the buffer of results begins with what is expected.
bool is_right(const Objects& gl, Words expected) {
    Words result(expected.size());
    const auto bytes = static_cast<GLsizeiptr>(result.size() * 4);
    // Read a copy: a driver may move a buffer that the CPU reads out of the GPU's own memory.
    const GLuint copy = create_buffer(result);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // the next use: a copy
    glCopyNamedBufferSubData(gl.buffers[@result@], copy, 0, 0, bytes);
    glGetNamedBufferSubData(copy, 0, bytes, result.data());
    glDeleteBuffers(1, &copy);
@comparison@}

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

int main() {
    if (!start() || !machine_suffices()) return 4;
<input<    const Words input = make_input();
>input>    const Words expected = make_expected(<uses_input<input>uses_input>);
    const Objects gl = create_objects(<input<input>input>);

    run(gl);
    bool right = is_right(gl, expected);
    const auto [time_us, measured_by] = median_time(gl);
    right = right && is_right(gl, expected);  // a fast result must be right, too

    std::printf("time: %.1f us, by %s\n", time_us, measured_by);
    std::printf("%s: %zu elements of buffer @result@\n", right ? "right" : "WRONG", expected.size());
    delete_objects(gl);
    end();
    return right ? 0 : 1;
}
)";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// Keeps what is between <X< and >X>, or leaves it out.
std::string only_if(bool needed, std::string text, const std::string& name) {
    const auto open = "<" + name + "<", close = ">" + name + ">";
    for (auto from = text.find(open); from != std::string::npos; from = text.find(open)) {
        const auto to = text.find(close, from);
        const auto inside = text.substr(from + open.size(), to - from - open.size());
        text.replace(from, to + close.size() - from, needed ? inside : "");
    }
    return text;
}

std::string step_row(const Story& story, const Story::Step& step, const std::vector<Story::Uniform>& sets) {
    std::vector<std::string> buffers, uniforms;
    for (const auto& [binding, buffer] : step.buffers) {
        while (buffers.size() < binding) buffers.emplace_back("none");
        buffers.push_back(story.buffers.at(buffer).name);
    }
    if (step.program == 0)
        return fmt::format("    {{fill, {{0, 0, 0}}, {{{}}}, {{}}, {}u}},\n", fmt::join(buffers, ", "),
                           step.word);
    for (const auto& uniform : sets)
        uniforms.push_back(fmt::format("{{\"{}\", {}}}", uniform.name, uniform.value));
    return fmt::format("    {{{}, {{{}, {}, {}}}, {{{}}}, {{{}}}}},\n", story.programs.at(step.program).name,
                       step.groups.x, step.groups.y, step.groups.z, fmt::join(buffers, ", "),
                       fmt::join(uniforms, ", "));
}

/// True if a program has the same value of a uniform in all of its steps.
bool constant(const Story& story, Handle program, const Story::Uniform& uniform) {
    return std::ranges::all_of(story.steps, [&](const auto& step) {
        return step.program != program || std::ranges::find(step.uniforms, uniform) != step.uniforms.end();
    });
}

/// A word as C++ says it; one that is no small number in hexadecimal.
std::string word_text(std::uint32_t word) {
    return word < 0x10000 ? fmt::format("{}", word) : fmt::format("{:#x}u", word);
}

/// The row of a buffer: what of it is input, and what the rest holds.
std::string buffer_row(const Story::Buffer& buffer, const std::vector<std::uint32_t>& input, bool restores) {
    const auto& words = buffer.contents;
    const bool has_input = !input.empty() && words.size() >= input.size() &&
                           std::equal(input.begin(), input.end(), words.begin());
    const auto from = words.begin() + static_cast<std::ptrdiff_t>(has_input ? input.size() : 0);
    const auto rest = from == words.end() ? 0 : *from;
    if (std::any_of(from, words.end(), [&](auto word) { return word != rest; }))
        fail(ExitCode::wrong_usage,
             "It cannot be exported: its buffer {} begins with neither the input nor a single value.",
             buffer.name);
    const auto restored = !restores ? "" : buffer.restored ? ", true" : ", false";
    return fmt::format("    {{{}{}, {}{}}},  // {}\n", words.size(),
                       input.empty() ? ""
                       : has_input   ? ", true"
                                     : ", false",
                       word_text(rest), restored, buffer.name);
}

std::string comparison(const bench::Comparison& how) {
    std::string text;
    if (how.any_order)
        text +=
            "    std::sort(result.begin(), result.end());  // the values may be in any order\n"
            "    std::sort(expected.begin(), expected.end());\n";
    if (!how.off) return text + "    return result == expected;\n";
    return text +
           fmt::format(
               "    for (std::size_t i = 0; i < expected.size(); ++i) {{\n"
               "        float got = 0, wanted = 0;\n"
               "        std::memcpy(&got, &result[i], 4);\n"
               "        std::memcpy(&wanted, &expected[i], 4);\n"
               "        if (result[i] != expected[i] && !(std::abs(got - wanted) <= {}F)) return false;\n"
               "    }}\n"
               "    return true;\n",
               *how.off);
}

/// The extension that the shaders' subgroup operations need; empty: none.
std::string extension_of(const Story& story) {
    for (const auto& [handle, program] : story.programs) {
        if (program.subgroups == "subgroup_khr.glsl") return "GL_KHR_shader_subgroup";
        if (program.subgroups == "subgroup_ballot.glsl") return "GL_ARB_shader_ballot";
    }
    return "";
}

/// The regions of plainest.hpp of these names, each once.
std::string quoted(const std::string& plainest, const Answers& answers) {
    std::string text;
    std::set<std::string> seen;
    for (const auto* made : {&answers.input, &answers.expected})
        for (const auto& name : made->regions) {
            if (!seen.insert(name).second) continue;
            const auto open = "// [" + name + "]\n";
            const auto from = plainest.find(open), to = plainest.find("// [/" + name + "]");
            if (from == std::string::npos || to == std::string::npos)
                fail(ExitCode::wrong_usage, "common/tools/plain_export/plainest.hpp has no region {}.", name);
            const auto begin = from + open.size();
            text += "\n" + plainest.substr(begin, to - begin);
        }
    return replaced(text, "\ninline ", "\n");
}

struct Need {
    std::uint64_t invocations = 1, bytes = 0;
};

Need need_of(const Story& story) {
    Need need;
    for (const auto& [handle, program] : story.programs)
        need.invocations =
            std::max<std::uint64_t>(need.invocations, program.local.x * program.local.y * program.local.z);
    for (const auto& [handle, buffer] : story.buffers)
        need.bytes = std::max<std::uint64_t>(need.bytes, 4 * buffer.contents.size());
    return need;
}

std::string in_words(const Story& story) {
    const auto need = need_of(story);
    const auto extension = extension_of(story);
    return fmt::format("workgroups of {} invocations and buffers of {} bytes{}", need.invocations, need.bytes,
                       extension.empty() ? "" : ", and the extension " + extension);
}

std::string main_text(const Title& title, const Story& story, const Answers& answers,
                      const std::string& plainest) {
    const auto& input = answers.input.words;
    bool fills = false, restores = false, gaps = false;
    std::vector<std::string> buffer_names, program_names, shaders;
    std::string buffers, steps, constants;
    for (const auto& [handle, buffer] : story.buffers) restores |= buffer.restored;
    for (const auto& [handle, buffer] : story.buffers) {
        buffer_names.push_back(buffer.name);
        buffers += buffer_row(buffer, input, restores);
    }
    for (const auto& [handle, program] : story.programs) {
        program_names.push_back(program.name);
        shaders.push_back("\"" + program.name + ".comp\"");
        const auto first = std::ranges::find(story.steps, handle, &Story::Step::program);
        for (const auto& uniform : first->uniforms)
            if (constant(story, handle, uniform))
                constants +=
                    fmt::format("    {{{}, \"{}\", {}u}},\n", program.name, uniform.name, uniform.value);
    }
    for (const auto& step : story.steps) {
        std::vector<Story::Uniform> sets;
        for (const auto& uniform : step.uniforms)
            if (!constant(story, step.program, uniform)) sets.push_back(uniform);
        const auto row = step_row(story, step, sets);
        fills |= step.program == 0;
        gaps |= row.find("none") != std::string::npos;
        steps += row;
    }
    const auto need = need_of(story);
    const auto extension = extension_of(story);
    auto text = std::string(program_text);
    for (const auto& [name, needed] : std::vector<std::pair<std::string, bool>>{
             {"input", !input.empty()},
             {"uses_input", answers.expected.call.find("input") != std::string::npos},
             {"extension", !extension_of(story).empty()},
             {"fill", fills},
             {"restored", restores},
             {"repeated", !restores},
             {"gap", gaps},
             {"constants", !constants.empty()}})
        text = only_if(needed, std::move(text), name);
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"lesson", title.lesson},
             {"version", title.version},
             {"idea", title.idea},
             {"data", title.data},
             {"n", std::to_string(title.n)},
             {"seed", std::to_string(title.seed)},
             {"functions", quoted(plainest, answers)},
             {"input", answers.input.call},
             {"expected", answers.expected.call},
             {"buffer_names", fmt::format("{}", fmt::join(buffer_names, ", "))},
             {"buffers", buffers},
             {"program_names", fmt::format("{}", fmt::join(program_names, ", "))},
             {"shaders", fmt::format("{}", fmt::join(shaders, ", "))},
             {"schedule", steps},
             {"constants", constants},
             {"invocations", std::to_string(need.invocations)},
             {"bytes", std::to_string(need.bytes)},
             {"extension", extension},
             {"needs", in_words(story)},
             {"result", story.buffers.at(story.result).name},
             {"comparison", comparison(story.comparison)}})
        text = replaced(std::move(text), "@" + name + "@", value);
    return text;
}

std::string read_me(const Title& title, const Story& story) {
    std::string subgroups = "Its shaders use no subgroup operations.";
    for (const auto& [handle, program] : story.programs)
        if (!program.subgroups.empty())
            subgroups = "Its subgroup operations are those of `shaders/common/" + program.subgroups +
                        "`, which suit the machine that it was exported on.";
    return fmt::format(R"(# {0} {1} in plain OpenGL

The idea of this version: {2}. Its data: {3}.
Exported from Pass by Pass on {4}.

    cmake -S . -B build && cmake --build build && build/program

or

    glad --reproducible --api gl:core=4.5 --out-path glad c
    g++ -std=c++17 -O2 main.cpp glad/src/gl.c -Iglad/include -lglfw -lEGL -o program

Start it in this folder: it reads the shaders there. It makes its input, compares the result with what the plainest CPU code
finds, and prints the median time of a run. Sizes are constants of this export. At its start it checks that the machine has
{5}.
{6}
)",
                       title.lesson, title.version, title.idea, title.data, title.renderer, in_words(story),
                       subgroups);
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

void write_program(const fs::path& folder, const Title& title, const Story& story, const Answers& answers,
                   const fs::path& root) {
    const auto plain = root / "lessons/00_plain_opengl";
    const auto text =
        main_text(title, story, answers, glsl::read_text(root / "common/tools/plain_export/plainest.hpp"));
    ensure_writable(folder, "--out");
    write_unless_changed(folder / "main.cpp", text);
    for (const char* file : {"setup.hpp", "context_egl.hpp"})
        write_unless_changed(folder / file, glsl::read_text(plain / file));
    write_unless_changed(folder / "CMakeLists.txt", lists);
    write_unless_changed(folder / "README.md", read_me(title, story));
    for (const auto& [handle, program] : story.programs)
        write_unless_changed(folder / (program.name + ".comp"), program.text);
}

}  // namespace pbp::plain_export
