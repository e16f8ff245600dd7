// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/program_text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "common/base/files.hpp"
#include "common/event/event.hpp"
#include "common/glsl/text_file.hpp"
#include "common/tools/plain_export/program_rows.hpp"
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
    std::uint64_t invocations = 1, largest = 0;  ///< bytes of a buffer, or pixels along a side of an image
};

Need need_of(const Story& story) {
    Need need;
    for (const auto& [handle, program] : story.programs)
        need.invocations =
            std::max<std::uint64_t>(need.invocations, program.local.x * program.local.y * program.local.z);
    for (const auto& [handle, buffer] : story.buffers)
        need.largest =
            std::max<std::uint64_t>(need.largest, story.on_images() ? std::max(buffer.size.x, buffer.size.y)
                                                                    : 4 * buffer.contents.size());
    return need;
}

std::string in_words(const Story& story) {
    const auto need = need_of(story);
    const auto extension = extension_of(story);
    return fmt::format("workgroups of {} invocations and {} of {} {}{}", need.invocations,
                       story.on_images() ? "images" : "buffers", need.largest,
                       story.on_images() ? "pixels along a side" : "bytes",
                       extension.empty() ? "" : ", and the extension " + extension);
}

/// The command that exports the version for another n.
std::string again(const Title& title) {
    return fmt::format("./learn plain {} --only {} --n N", title.lesson.substr(0, title.lesson.find('_')),
                       title.version.substr(0, title.version.find('_')));
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
                    fmt::format("    {{{}, \"{}\", {}}},\n", program.name, uniform.name, value_text(uniform));
    }
    const auto varies = [&](const Story::Step& step, const Story::Uniform& uniform) {
        return !constant(story, step.program, uniform);
    };
    bool varying = false, pairs = false, singles = false;
    for (const auto& step : story.steps)
        for (const auto& uniform : step.uniforms) {
            varying |= varies(step, uniform);
            (uniform.values.size() == 2 ? pairs : singles) = true;
        }
    if (pairs && singles)
        fail(ExitCode::wrong_usage, "It cannot be exported: some of its uniforms are uint, others uvec2.");
    for (const auto& step : story.steps) {
        std::vector<Story::Uniform> sets;
        for (const auto& uniform : step.uniforms)
            if (varies(step, uniform)) sets.push_back(uniform);
        const auto row = step_row(story, step, sets, varying);
        fills |= step.program == 0;
        gaps |= row.find("none") != std::string::npos;
        steps += row;
    }
    const auto need = need_of(story);
    const auto extension = extension_of(story);
    const bool images = story.on_images();
    auto text = std::string(program_template);
    for (const auto& [name, needed] : std::vector<std::pair<std::string, bool>>{
             {"input", !input.empty()},
             {"uses_input", answers.expected.call.find("input") != std::string::npos},
             {"extension", !extension_of(story).empty()},
             {"fill", fills},
             {"restored", restores},
             {"repeated", !restores},
             {"gap", gaps},
             {"varying", varying},
             {"unvarying", !varying},
             {"images", images},
             {"buffers", !images},
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
             {"largest", std::to_string(need.largest)},
             {"limit", images ? "GL_MAX_TEXTURE_SIZE" : "GL_MAX_SHADER_STORAGE_BLOCK_SIZE"},
             {"kind", images ? "image" : "buffer"},
             {"kinds", images ? "images" : "buffers"},
             {"Kind", images ? "Image" : "Buffer"},
             {"objects", images ? "Textures" : "Buffers"},
             {"value", pairs ? "value[2]" : "value"},
             {"set", pairs ? "2uiv" : "1ui"},
             {"once", pairs ? "1, " : ""},
             {"again", again(title)},
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
