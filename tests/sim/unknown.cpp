// SPDX-License-Identifier: MIT
// What the simulator does not support is an error with its name and its line, never a wrong answer.
#include "tests/sim/expressions.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

namespace {

/// The error message for a line that needs `extension`.
std::string refusal(const std::string& line, const std::string& outside, const std::string& extension = {}) {
    Kernel kernel{
        .text = (extension.empty() ? "" : "#extension " + extension + " : require\n") +
                "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer Data { uint data[]; };\n" +
                outside + "\nvoid main() {\n    data[0] = 1u;\n    " + line + "\n}\n",
        .buffers = {Kernel::Words(4)}};
    return sentence_of(ExitCode::shader_does_not_build, [&] { kernel.run(); });
}

}  // namespace

TEST_CASE("instructions that are not known are named with their line") {
    CHECK(
        refusal("data[1] = uint(textureProj(s, vec3(0.5)).x);", "layout(binding = 0) uniform sampler2D s;") ==
        "kernel.comp:7: the simulator does not know OpImageSampleProjExplicitLod.\n        data[1] = "
        "uint(textureProj(s, vec3(0.5)).x);");
    CHECK(refusal("data[1] = uint(textureQueryLod(s, vec2(0.5)).x);",
                  "layout(binding = 0) uniform sampler2D s;")
              .find("kernel.comp:7: ") != std::string::npos);
    CHECK(refusal("data[1] = uint(clockARB());", "", "GL_ARB_shader_clock")
              .starts_with("kernel.comp:8: the simulator does not know clock2x32ARB."));
    CHECK(refusal("data[1] = uint(texture(s, vec3(0.5)).x);", "layout(binding = 0) uniform samplerCube s;")
              .starts_with("kernel.comp:7: the simulator does not know samplerCube."));
    CHECK(refusal("data[1] = uint(imageLoad(s, ivec2(0)).x);",
                  "layout(r64ui, binding = 0) uniform u64image2D s;", "GL_EXT_shader_image_int64")
              .starts_with("kernel.comp:8: the simulator does not know"));
}

TEST_CASE("arrays of blocks are refused in a sentence") {
    CHECK(refusal("data[1] = all2[1].v;", "layout(std430, binding = 1) buffer Many { uint v; } all2[2];")
              .find("arrays of blocks") != std::string::npos);
}

TEST_CASE("a shader that is no GLSL gives the compiler's words with its line") {
    CHECK(contains(refusal("data[1] = nonsense;", ""), "kernel.comp:7"));
    CHECK(contains(refusal("data[1] = ", ""), "kernel.comp:"));
    CHECK(contains(refusal("} } }", ""), "kernel.comp:"));
    CHECK(contains(refusal("", "#error not today"), "not today"));
}

TEST_SUITE_END();
