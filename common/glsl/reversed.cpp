// SPDX-License-Identifier: MIT
#include "common/glsl/reversed.hpp"

#include <algorithm>
#include <array>

#include "common/glsl/scan.hpp"

namespace pbp::glsl {

std::string_view reversed_macros() {
    // Macros rather than functions: gl_WorkGroupSize may be used only after the shader's layout, where these
    // expand.
    return "#define PBP_LocalInvocationID (gl_WorkGroupSize - 1u - gl_LocalInvocationID)\n"
           "#define PBP_LocalInvocationIndex (gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z"
           " - 1u - gl_LocalInvocationIndex)\n"
           "#define PBP_GlobalInvocationID (gl_WorkGroupID * gl_WorkGroupSize + PBP_LocalInvocationID)\n";
}

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

bool uses_subgroups(std::string_view text) {
    const auto words = tokens(text);
    return std::any_of(words.begin(), words.end(), [](const Token& token) {
        return token.text.starts_with("GL_KHR_shader_subgroup") || token.text == "GL_ARB_shader_ballot" ||
               token.text.starts_with("GL_NV_shader_thread");
    });
}

}  // namespace pbp::glsl
