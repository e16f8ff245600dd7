// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/program_text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "common/base/files.hpp"
#include "common/event/event.hpp"
#include "common/glsl/text_file.hpp"
#include "common/tools/plain_export/program_template.hpp"
#include "common/tools/plain_export/shader_files.hpp"

namespace pbp::plain_export {

namespace fs = std::filesystem;

namespace {

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

std::string main_text(const Title& title, const Story& story, const ShaderFiles& files,
                      const Answers& answers, const std::string& plainest) {
    const auto& input = answers.input.words;
    bool fills = false, restores = false, gaps = false;
    std::vector<std::string> buffer_names, program_names, shaders;
    const bool defined =
        std::ranges::any_of(files.of, [](const auto& one) { return !one.second.defines.empty(); });
    for (const auto& [handle, use] : files.of)
        shaders.push_back(
            defined ? fmt::format("{{\"{}\", \"{}\"}}", use.file, replaced(use.defines, "\n", "\\n"))
                    : "\"" + use.file + "\"");
    std::string buffers, steps, constants;
    for (const auto& [handle, buffer] : story.buffers) restores |= buffer.restored;
    for (const auto& [handle, buffer] : story.buffers) {
        buffer_names.push_back(buffer.name);
        buffers += buffer_row(buffer, input, restores);
    }
    for (const auto& [handle, program] : story.programs) {
        program_names.push_back(program.name);
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
    auto text = std::string(program_template);
    for (const auto& [name, needed] : std::vector<std::pair<std::string, bool>>{
             {"input", !input.empty()},
             {"uses_input", answers.expected.call.find("input") != std::string::npos},
             {"extension", !extension_of(story).empty()},
             {"fill", fills},
             {"restored", restores},
             {"repeated", !restores},
             {"gap", gaps},
             {"defined", defined},
             {"undefined", !defined},
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

    cmake -S . -B build -G Ninja && cmake --build build && build/program

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
    const auto files = shader_files(story);
    const auto text = main_text(title, story, files, answers,
                                glsl::read_text(root / "common/tools/plain_export/plainest.hpp"));
    ensure_writable(folder, "--out");
    write_unless_changed(folder / "main.cpp", text);
    for (const char* file : {"setup.hpp", "context_egl.hpp"})
        write_unless_changed(folder / file, glsl::read_text(plain / file));
    write_unless_changed(folder / "CMakeLists.txt", lists);
    write_unless_changed(folder / "README.md", read_me(title, story));
    for (const auto& [file, shader] : files.texts) write_unless_changed(folder / file, shader);
}

}  // namespace pbp::plain_export
