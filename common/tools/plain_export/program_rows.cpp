// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/program_rows.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/error.hpp"

namespace pbp::plain_export {

namespace {

/// A word as C++ says it; one that is no small number in hexadecimal.
std::string word_text(std::uint32_t word) {
    return word < 0x10000 ? fmt::format("{}", word) : fmt::format("{:#x}u", word);
}

}  // namespace

std::string value_text(const Story::Uniform& uniform) {
    const auto text = fmt::format("{}", fmt::join(uniform.values, ", "));
    return uniform.values.size() == 1 ? text : "{" + text + "}";
}

std::string step_row(const Story& story, const Story::Step& step, const std::vector<Story::Uniform>& sets,
                     bool varying) {
    const auto names = [&](const std::vector<Handle>& images) {
        std::vector<std::string> all;
        for (const auto image : images) all.push_back(story.buffers.at(image).name);
        return fmt::format("{}", fmt::join(all, ", "));
    };
    std::vector<std::string> buffers, uniforms;
    for (const auto& [binding, buffer] : step.buffers) {
        while (buffers.size() < binding) buffers.emplace_back("none");
        buffers.push_back(story.buffers.at(buffer).name);
    }
    if (step.program == 0)
        return fmt::format("    {{fill, {{0, 0, 0}}, {{{}}}, {}{}u}},\n", fmt::join(buffers, ", "),
                           varying ? "{}, " : "", step.word);
    for (const auto& uniform : sets)
        uniforms.push_back(fmt::format("{{\"{}\", {}}}", uniform.name, value_text(uniform)));
    const auto bound = story.on_images() ? names(step.textures) + "}, {" + names(step.images)
                                         : fmt::format("{}", fmt::join(buffers, ", "));
    return fmt::format("    {{{}, {{{}, {}, {}}}, {{{}}}{}}},\n", story.programs.at(step.program).name,
                       step.groups.x, step.groups.y, step.groups.z, bound,
                       varying ? fmt::format(", {{{}}}", fmt::join(uniforms, ", ")) : "");
}

bool constant(const Story& story, Handle program, const Story::Uniform& uniform) {
    return std::ranges::all_of(story.steps, [&](const auto& step) {
        return step.program != program || std::ranges::find(step.uniforms, uniform) != step.uniforms.end();
    });
}

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
    return fmt::format("    {{{}{}, {}{}}},  // {}\n",
                       buffer.size.x == 0 ? std::to_string(words.size())
                                          : fmt::format("{}, {}", buffer.size.x, buffer.size.y),
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
    if (how.allowed > 0)
        return fmt::format(
            "    for (std::size_t i = 0; i < expected.size(); ++i)\n"
            "        for (int shift = 0; shift < 32; shift += 8) {{  // red, green, blue and alpha are "
            "rounded\n"
            "            const int got = result[i] >> shift & 255, wanted = expected[i] >> shift & 255;\n"
            "            if (std::abs(got - wanted) > {}) return false;\n"
            "        }}\n"
            "    return true;\n",
            how.allowed);
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

}  // namespace pbp::plain_export
