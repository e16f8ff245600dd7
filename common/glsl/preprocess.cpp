// SPDX-License-Identifier: MIT
#include "common/glsl/preprocess.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <string_view>

#include "common/base/error.hpp"
#include "common/glsl/paste.hpp"
#include "common/glsl/scan.hpp"
#include "common/glsl/sites.hpp"

namespace fs = std::filesystem;

namespace pbp::glsl {

namespace {

/// Macros that give an invocation the ids of its mirror image in the workgroup: i becomes L-1-i on each axis.
std::string_view reversed_macros() {
    // Macros rather than functions: gl_WorkGroupSize may be used only after the shader's layout, where these
    // expand.
    return "#define PBP_LocalInvocationID (gl_WorkGroupSize - 1u - gl_LocalInvocationID)\n"
           "#define PBP_LocalInvocationIndex (gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z"
           " - 1u - gl_LocalInvocationIndex)\n"
           "#define PBP_GlobalInvocationID (gl_WorkGroupID * gl_WorkGroupSize + PBP_LocalInvocationID)\n";
}

/// The text with each built-in local and global invocation id replaced by its macro; comments are left alone.
std::string with_reversed_ids(std::string_view text) {
    constexpr std::array<std::string_view, 3> ids{"gl_LocalInvocationID", "gl_LocalInvocationIndex",
                                                  "gl_GlobalInvocationID"};
    std::string out;
    std::size_t copied = 0;
    for (const Token& token : tokens(text)) {
        if (std::find(ids.begin(), ids.end(), token.text) == ids.end()) continue;
        const auto at = static_cast<std::size_t>(token.text.data() - text.data());
        out.append(text.substr(copied, at - copied)).append("PBP_").append(token.text.substr(3));
        copied = at + token.text.size();
    }
    return out.append(text.substr(copied));
}

/// True if the text enables a subgroup extension: its lanes cannot be renumbered, so neither can its ids.
bool uses_subgroups(std::string_view text) {
    const auto words = tokens(text);
    return std::any_of(words.begin(), words.end(), [](const Token& token) {
        return token.text.starts_with("GL_KHR_shader_subgroup") || token.text == "GL_ARB_shader_ballot" ||
               token.text.starts_with("GL_NV_shader_thread");
    });
}

std::string define_lines(const std::vector<Define>& defines) {
    std::string lines;
    for (const auto& [name, value] : defines) {
        if (!std::regex_match(name, std::regex("[A-Za-z_]\\w*(\\([\\w, ]*\\))?")) ||
            value.find_first_of("\r\n") != value.npos)
            fail(ExitCode::wrong_usage,
                 "\"{} {}\" cannot be a #define: give a name of letters, parameters if it has any, and a "
                 "value of one line",
                 name, value);
        lines += fmt::format("#define {} {}\n", name, value);
    }
    return lines;
}

// True for a version of GLSL or GLSL ES that supports compute shaders.
bool has_compute(std::string_view version) {
    constexpr std::string_view known[] = {"310", "320", "420", "430", "440", "450", "460"};
    return std::ranges::find(known, version) != std::end(known);
}

// The offset after the #version line, which only blanks and comments may precede.
std::size_t after_version(const std::string& text, const std::string& file) {
    const std::string bare = without_comments(text);
    const auto first = bare.find_first_not_of(" \t\n");
    if (first == bare.npos || directive(line_at(bare, first)) != "version")
        fail(ExitCode::shader_does_not_build, "{}:1: a shader starts with a line #version 450 core", file);
    const auto words = tokens(line_at(bare, first));  // # version 450 core
    const auto number = words.size() > 2 ? std::string(words[2].text) : std::string();
    if (!has_compute(number))
        fail(ExitCode::shader_does_not_build,
             "{}:{}: '#version {}' does not support compute shaders; write #version 450 core", file,
             1 + std::count(bare.begin(), bare.begin() + static_cast<long>(first), '\n'), number);
    return text.find('\n', first) + 1;
}

bool has_main(std::string_view text) {
    const auto words = tokens(text);
    for (std::size_t i = 2; i < words.size(); ++i)
        if (words[i - 2].text == "void" && words[i - 1].text == "main" && words[i].text == "(") return true;
    return false;
}

}  // namespace

Source preprocess(const fs::path& file, const PreprocessOptions& options) {
    Source source;
    source.originals.push_back(read_text(file, options.texts));
    source.files.push_back(file);
    source.included_from.push_back({});
    const auto body = after_version(source.originals[0], shown(file));
    paste(source, body, options);
    if (!has_main(source.text))
        fail(ExitCode::shader_does_not_build, "{}: there is no void main() in this shader; add one",
             shown(file));

    source.injected = define_lines(options.defines);
    if (options.debug && source.includes("debug.glsl")) number_sites(source);
    if (!source.sites.empty()) source.injected += fmt::format("#define PBP_DEBUG {}u\n", source.sites.size());
    source.reversed = options.reversed && !source.includes("subgroup.glsl") && !uses_subgroups(source.text);
    if (source.reversed) {
        source.text = with_reversed_ids(source.text);
        source.injected += reversed_macros();
    }
    source.text = source.originals[0].substr(0, body) + line_directive(1, injected_string) + source.injected +
                  source.text;
    return source;
}

}  // namespace pbp::glsl
