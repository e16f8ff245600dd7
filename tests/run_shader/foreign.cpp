// SPDX-License-Identifier: MIT
// Shaders from elsewhere: Vulkan's dialect, other images, other numbers, SPIR-V. Expectations come from the
// specifications of GLSL and SPIR-V.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/run_shader/facts.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// What ./learn run makes of a text.
Outcome outcome_of(const std::string& text, const Words& words, const char* name = "k.comp") {
    const Folder folder;
    folder.write(name, text);
    return learn_run(folder.path(), joined({name, "--no-pictures"}, words));
}

json run(const std::string& text, Words words) {
    words.insert(words.end(), {"--sim", "--json", "--show", "1000"});
    const auto outcome = outcome_of("#version 450\n" + text, words);
    CAPTURE(outcome.output);
    REQUIRE(outcome.exit_code == 0);
    return facts_of(outcome.output);
}

/// The numbers of a buffer after the run, which is its only member's only column.
Words after(const json& run, std::string_view name) {
    for (const auto& one : run["buffers"])
        if (one["name"] == name) return one["members"].at(0)["columns"].at(0)["after"];
    FAIL("no buffer " << name);
    return {};
}

void refused(const std::string& text, const Words& words, int exit_code, const std::string& sentence) {
    const auto outcome = outcome_of("#version 450\n" + text, words);
    check_ended(outcome, exit_code, {sentence});
    CHECK_MESSAGE(!contains(outcome.output, "cannot read the shader"), outcome.output);
}

const std::string one_lane = "layout(local_size_x = 1) in;\n";

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("foreign: push constants are uniforms, and bindings of several sets do not collide") {
    const auto made = run(one_lane +
                              "layout(push_constant) uniform Push { uint add; uint times; };\n"
                              "layout(set = 0, binding = 0) buffer A { uint a[]; };\n"
                              "layout(set = 2, binding = 0) buffer B { uint b[]; };\n"
                              "layout(set = 2, binding = 1) readonly buffer C { uint c[]; };\n"
                              "void main() { a[0] = c[0] * times + add; b[0] = add; }\n",
                          {"--buffer", "A=1", "--buffer", "1=1", "--buffer", "C=1:iota", "--uniform", "add=5",
                           "--uniform", "Push.times=7", "--groups", "1"});
    CHECK(after(made, "A") == Words{"5"});
    CHECK(after(made, "B") == Words{"5"});
    for (const auto& block : made["buffers"]) {
        if (block["name"] == "A") CHECK(block["binding"] == 0);
        if (block["name"] == "B") CHECK(block["binding"] == 1);
        if (block["name"] == "C") CHECK(block["binding"] == 2);
        if (block["name"] == "C") CHECK(block["writes"] == false);
    }
    CHECK(made["notes"].dump().find("binding 0 of set 2 is binding 1 here") != std::string::npos);
}

TEST_CASE("foreign: specialization constants, by name and by number, also of the workgroup's size") {
    const std::string text =
        "layout(local_size_x_id = 3) in;\nlayout(constant_id = 0) const int shift = -1;\n"
        "layout(constant_id = 1) const float scale = 0.5;\nlayout(constant_id = 2) const bool twice = "
        "false;\n"
        "layout(binding = 0) buffer A { float a[]; };\nshared int tile[gl_WorkGroupSize.x];\n"
        "void main() { uint i = gl_LocalInvocationIndex; tile[i] = int(i);\n"
        "  a[i] = float(tile[i] + shift) * scale * (twice ? 2.0 : 1.0); }\n";
    CHECK(after(run(text, {"--buffer", "A=1", "--groups", "1"}), "A") == Words{"-0.5"});
    const auto made = run(text, {"--buffer", "A=4", "--groups", "1", "--constant", "3=4", "--constant",
                                 "shift=1", "--constant", "1=1.5", "--constant", "twice=true"});
    CHECK(made["local"] == json{4, 1, 1});
    CHECK(after(made, "A") == Words{"3", "6", "9", "12"});
    refused(text, {"--sim", "--constant", "shitf=1"}, 2, "did you mean 'shift'?");
    refused(text, {"--sim", "--constant", "shift=x"}, 2, "--constant shift: 'x' is not a value of type int.");
    refused(text, {"--sim", "--constant", "7=1"}, 2, "no such specialization constant; it has shift, scale");
}

TEST_CASE("a shader without a size of its workgroups is refused, as by drivers") {
    const std::string text =
        "layout(binding = 0) buffer A { uint a[]; };\nvoid main() { a[gl_WorkGroupID.x] = 1u; }\n";
    refused("// local_size_x = 1\n" + text, {"--sim"}, 3,
            "add layout(local_size_x = 64) in;, with the number");
    CHECK(after(run("layout(local_size_y = 1) in;\n" + text, {"--buffer", "A=1", "--groups", "1"}), "A") ==
          Words{"1"});
}

TEST_CASE("foreign: blocks that share a binding are views of one buffer") {
    const auto made = run(one_lane +
                              "layout(binding = 0) buffer A { uint a[]; };\n"
                              "layout(binding = 0) buffer B { uvec4 b[]; };\n"
                              "layout(binding = 1) buffer C { uint c[]; };\n"
                              "void main() { a[2] = 9u; c[0] = b[0].z; }\n",
                          {"--buffer", "A=8", "--buffer", "C=1", "--groups", "1"});
    CHECK(after(made, "C") == Words{"9"});
}

TEST_CASE("foreign: images of every format, of three dimensions, and with layers") {
    const auto stored = [](const std::string& format, const std::string& type, const std::string& value,
                           const std::string& at = "ivec2(1, 0)") {
        const std::string out = type[0] == 'u' ? "uint" : type[0] == 'i' && type[1] == 'i' ? "int" : "float";
        const std::string vector = out == "uint" ? "uvec4" : out == "int" ? "ivec4" : "vec4";
        return after(run(one_lane + "layout(" + format + ", binding = 0) uniform " + type + " m;\n" +
                             "layout(binding = 1) buffer A { " + out + " a[4]; };\nvoid main() {\n" +
                             "  imageStore(m, " + at + ", " + vector + value + ");\n  " + vector +
                             " v = imageLoad(m, " + at + ");\n" +
                             "  a[0] = v.x; a[1] = v.y; a[2] = v.z; a[3] = v.w; }\n",
                         {"--groups", "1"}),
                     "A");
    };
    CHECK(stored("rgba16f", "image2D", "(0.5, -2.0, 65504.0, 0.25)") == Words{"0.5", "-2", "65504", "0.25"});
    CHECK(stored("r16f", "image2D", "(0.5, 1, 1, 0)") == Words{"0.5", "0", "0", "1"});
    CHECK(stored("rg32f", "image2D", "(0.1, 3, 1, 0)") == Words{"0.1", "3", "0", "1"});
    CHECK(stored("r8", "image2D", "(2, 1, 1, 0)") == Words{"1", "0", "0", "1"});
    CHECK(stored("rg8_snorm", "image2D", "(-2, 1, 1, 0)") == Words{"-1", "1", "0", "1"});
    CHECK(stored("rgb10_a2", "image2D", "(0, 1, -1, 1)") == Words{"0", "1", "0", "1"});
    CHECK(stored("r11f_g11f_b10f", "image2D", "(0.5, 2, -1, 0)") == Words{"0.5", "2", "0", "1"});
    CHECK(stored("rgba8ui", "uimage2D", "(1, 255, 7, 0)") == Words{"1", "255", "7", "0"});
    CHECK(stored("rg16i", "iimage2D", "(-5, 300, 7, 0)") == Words{"-5", "300", "0", "1"});
    CHECK(stored("rgba32f", "image3D", "(1, 2, 3, 4)", "ivec3(1, 2, 3)") == Words{"1", "2", "3", "4"});
    CHECK(stored("rgba16f", "image2DArray", "(1, 2, 3, 4)", "ivec3(1, 2, 3)") == Words{"1", "2", "3", "4"});
    CHECK(stored("r32f", "image1D", "(8, 0, 0, 0)", "9") == Words{"8", "0", "0", "1"});
}

TEST_CASE("foreign: samples between texels, with an offset, of a volume; a gather; the sizes") {
    const auto made =
        run(one_lane +
                "layout(r32f, binding = 0) uniform image2D m;\n"
                "layout(binding = 1) uniform sampler2D s;\nlayout(binding = 2) uniform sampler3D v;\n"
                "layout(binding = 3) buffer A { float a[8]; };\nvoid main() {\n"
                "  imageStore(m, ivec2(0), vec4(imageSize(m), 0, 0));\n"
                "  a[0] = textureOffset(s, vec2(0.25), ivec2(1, 0)).a;\n"
                "  a[1] = float(textureSize(v, 0).z);\n  a[2] = textureGather(s, vec2(0.5), 3).x;\n"
                "  a[3] = texture(v, vec3(0.5)).a; a[4] = imageLoad(m, ivec2(0)).x; }\n",
            {"--groups", "1", "--image", "m=3x5", "--image", "v=2x3x4", "--image", "s=4x4"});
    CHECK(after(made, "A") == Words{"1", "4", "1", "0", "3", "0", "0", "0"});
    refused(one_lane +
                "layout(rgba8, binding = 0) uniform image3D m;\nvoid main() { imageStore(m, ivec3(0), "
                "vec4(0)); }\n",
            {"--sim", "--image", "m=4x4"}, 2, "--image m: a image3D has 3 sizes, as in 16x16x4.");
}

TEST_CASE("foreign: what OpenGL has not is one sentence that says --sim" * doctest::test_suite("gpu")) {
    if (skip_without_gpu()) return;
    refused(one_lane +
                "layout(push_constant) uniform P { uint n; };\nlayout(binding = 0) buffer A { uint a[1]; };\n"
                "void main() { a[0] = n; }\n",
            {}, 2, "k.comp has push constants, which OpenGL does not know; add --sim.");
    refused(one_lane +
                "layout(constant_id = 0) const uint n = 1;\nlayout(binding = 0) buffer A { uint a[1]; };\n"
                "void main() { a[0] = n; }\n",
            {}, 2, "k.comp has specialization constants, which OpenGL does not know; add --sim.");
}

TEST_CASE("foreign: separate textures and samplers") {
    const auto made = run(one_lane +
                              "layout(set = 0, binding = 0) uniform texture2D t;\n"
                              "layout(set = 0, binding = 1) uniform sampler linear;\n"
                              "layout(set = 0, binding = 2) buffer A { float a[1]; };\n"
                              "void main() { a[0] = texture(sampler2D(t, linear), vec2(0.5)).a; }\n",
                          {"--groups", "1", "--image", "t=4x4"});
    CHECK(after(made, "A") == Words{"1"});
}

TEST_CASE("foreign: numbers of 8 and 16 bits wrap, round and convert as their types say") {
    const std::string types =
        "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
        "#extension GL_EXT_shader_8bit_storage : require\n#extension GL_EXT_shader_16bit_storage : require\n";
    const auto made = run(
        types + one_lane +
            "layout(binding = 0) buffer A { int a[8]; };\nlayout(binding = 1) buffer B { uint8_t b[8]; };\n"
            "layout(binding = 2) buffer C { float16_t c[4]; };\n"
            "layout(binding = 3) buffer D { int16_t d[4]; };\nvoid main() {\n"
            "  b[1] = uint8_t(250); b[1] += uint8_t(10); b[3] = uint8_t(255);\n"
            "  int8_t s = int8_t(127); s++; a[0] = int(s); a[1] = int(b[1]);\n"
            "  a[2] = int(b[3] > uint8_t(3)); a[3] = int(int8_t(-7) / int8_t(2));\n"
            "  c[0] = float16_t(0.1); c[1] = float16_t(2049.0); c[2] = c[0] + c[1];\n"
            "  d[0] = int16_t(-3); d[1] = int16_t(40000); a[4] = int(d[1]) + int(d[0]);\n"
            "  a[5] = int(pack32(u8vec4(1, 2, 3, 4))); a[6] = int(unpack8(0x80FF0102u).w);\n"
            "  a[7] = int(uint16_t(65535) * uint16_t(2)); }\n",
        {"--groups", "1", "--buffer", "B=8:zero", "--buffer", "C=4:zero", "--buffer", "D=4:zero"});
    CHECK(after(made, "A") == Words{"-128", "4", "1", "-3", "-25539", "67305985", "128", "65534"});
    CHECK(after(made, "B") == Words{"0", "4", "0", "255", "0", "0", "0", "0"});
    CHECK(after(made, "C") == Words{"0.099975586", "2048", "2048", "0"});
    CHECK(after(made, "D") == Words{"-3", "-25536", "0", "0"});
}

TEST_CASE("foreign: neighbours in a word do not race, and one byte by two invocations does") {
    const std::string begin =
        "#extension GL_EXT_shader_8bit_storage : require\n#extension GL_EXT_shader_explicit_arithmetic_types "
        ": require\n"
        "layout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint8_t b[]; };\nshared uint8_t "
        "t[64];\nvoid main() {\n"
        "  uint i = gl_LocalInvocationIndex;\n";
    const auto made = run(begin + "  t[i] = uint8_t(i); barrier(); b[i] = t[63 - i]; }\n",
                          {"--buffer", "B=64", "--groups", "1"});
    CHECK(after(made, "B")[5] == "58");
    check_ended(outcome_of("#version 450\n" + begin + "  b[i / 2] = uint8_t(i); }\n",
                           {"--sim", "--buffer", "B=64", "--groups", "1"}),
                1, {"Data race on b[0]"});
}

TEST_CASE("foreign: atomics on 64 bits and on floats, and OpenGL's atomic counters") {
    const auto made =
        run("#extension GL_ARB_gpu_shader_int64 : require\n#extension GL_EXT_shader_atomic_int64 : require\n"
            "#extension GL_EXT_shader_atomic_float : require\nlayout(local_size_x = 64) in;\n"
            "layout(binding = 0) buffer A { uint64_t a[2]; };\nlayout(binding = 1) buffer B { float b; };\n"
            "void main() { atomicAdd(a[0], 0x100000001ul); atomicMax(a[1], uint64_t(gl_LocalInvocationIndex) "
            "<< 40);\n"
            "  atomicAdd(b, 0.5); }\n",
            {"--groups", "2"});
    CHECK(after(made, "A") == Words{std::to_string(128 * 0x100000001ull), std::to_string(63ull << 40)});
    CHECK(after(made, "B") == Words{"64"});
    const auto counted =
        run("layout(local_size_x = 64) in;\nlayout(binding = 0, offset = 4) uniform atomic_uint count;\n"
            "layout(binding = 0) buffer A { uint a[64]; };\n"
            "uint next(atomic_uint c) { return atomicCounterIncrement(c); }\n"
            "void main() { a[next(count)] = 1u; }\n",
            {"--groups", "1"});
    CHECK(after(counted, "count") == Words{"64"});
    CHECK(after(counted, "A") == Words(64, "1"));
}

TEST_CASE("foreign: partitioned and clustered subgroup operations") {
    const auto made =
        run("#extension GL_NV_shader_subgroup_partitioned : require\n"
            "#extension GL_KHR_shader_subgroup_clustered : require\nlayout(local_size_x = 32) in;\n"
            "layout(binding = 0) buffer A { uint a[32]; };\nlayout(binding = 1) buffer B { uint b[32]; };\n"
            "void main() { uint i = gl_SubgroupInvocationID; uvec4 p = subgroupPartitionNV(i % 3u);\n"
            "  a[i] = subgroupPartitionedExclusiveAddNV(1u, p); b[i] = subgroupClusteredAdd(i, 4u); }\n",
            {"--groups", "1"});
    for (std::uint32_t i = 0; i < 32; ++i) {
        CHECK(after(made, "A")[i] == std::to_string(i / 3));
        CHECK(after(made, "B")[i] == std::to_string(i / 4 * 16 + 6));
    }
}

TEST_CASE("foreign: dot products of integers, packed ones and saturated sums" * doctest::test_suite("gpu")) {
    const std::string text =
        "#version 450\n#extension GL_EXT_integer_dot_product : require\n"
        "#extension GL_KHR_shader_subgroup_basic : enable\n" +
        one_lane +
        "layout(binding = 0) buffer A { int a[]; };\nlayout(binding = 1) buffer B { uint b[]; };\n"
        "void main() { int s = int(0x80FF017Fu), t = int(0x807F02FFu); uint u = uint(s), v = uint(t);\n"
        "  a[0] = dotPacked4x8EXT(s, t); a[1] = dotPacked4x8EXT(s, v); a[2] = dotPacked4x8EXT(u, t);\n"
        "  a[3] = dotEXT(ivec3(1, -2, 3), ivec3(4, 5, -6)); a[4] = dotEXT(ivec4(1, 2, 3, 4), ivec4(-1));\n"
        "  a[5] = dotPacked4x8AccSatEXT(s, t, 2147480000); a[6] = dotPacked4x8AccSatEXT(s, s ^ s, -5);\n"
        "  a[7] = dotPacked4x8AccSatEXT(int(0x80u), 0x7Fu, -2147483647 - 1);\n"
        "  b[0] = dotPacked4x8EXT(u, v); b[1] = dotPacked4x8AccSatEXT(u, v, 4294960000u);\n"
        "  b[2] = dotPacked4x8AccSatEXT(u, v, 7u); b[3] = dotEXT(uvec2(65536u, 3u), uvec2(65536u, 5u)); }\n";
    for (const std::string device : {"--sim", "--quiet"}) {
        if (device != "--sim" && skip_without_gpu()) continue;
        const auto outcome =
            outcome_of(text, {device, "--json", "--groups", "1", "--buffer", "A=8", "--buffer", "B=4"});
        CAPTURE(outcome.output);
        REQUIRE(outcome.exit_code == 0);
        const auto made = facts_of(outcome.output);
        CHECK(after(made, "A") ==
              Words{"16132", "15876", "15876", "-24", "-10", "2147483647", "-5", "-2147483648"});
        CHECK(after(made, "B") == Words{"81156", "4294967295", "81163", "15"});
    }
}

/// A hand-written SPIR-V 1.5 module: a rotation in clusters of 4, with its own lines.
std::string rotation() {
    // lanes[i] = subgroupClusteredRotate(i, 1u, 4u); lanes[i + 100] = 1; assembled by spirv-as
    const std::uint32_t words[] = {
        0x7230203,  0x10500,    0x70000,    0x19,       0x0,        0x20011,    0x1,        0x20011,
        0x3d,       0x20011,    0x178a,     0x7000a,    0x5f565053, 0x5f52484b, 0x67627573, 0x70756f72,
        0x746f725f, 0x657461,   0x3000e,    0x0,        0x1,        0x7000f,    0x5,        0x1,
        0x6e69616d, 0x0,        0x2,        0x3,        0x6014b,    0x1,        0x26,       0x4,
        0x5,        0x5,        0x60007,    0x6,        0x61746f72, 0x732e6574, 0x676e616c, 0x0,
        0xe0003,    0x0,        0x1,        0x6,        0x656e616c, 0x5d695b73, 0x72203d20, 0x7461746f,
        0xa3b6465,  0x656e616c, 0x20695b73, 0x3031202b, 0x3d205d30, 0x3b3120,   0x40005,    0x3,
        0x656e616c, 0x73,       0x40047,    0x4,        0x1,        0x0,        0x40047,    0x2,
        0xb,        0x29,       0x40047,    0x7,        0x6,        0x4,        0x50048,    0x8,
        0x0,        0x23,       0x0,        0x30047,    0x8,        0x2,        0x40047,    0x3,
        0x22,       0x0,        0x40047,    0x3,        0x21,       0x0,        0x20013,    0x9,
        0x30021,    0xa,        0x9,        0x40015,    0xb,        0x20,       0x0,        0x4002b,
        0xb,        0xc,        0x0,        0x4002b,    0xb,        0x5,        0x1,        0x4002b,
        0xb,        0xd,        0x3,        0x4002b,    0xb,        0xe,        0x4,        0x4002b,
        0xb,        0xf,        0x64,       0x40032,    0xb,        0x4,        0x8,        0x3001d,
        0x7,        0xb,        0x3001e,    0x8,        0x7,        0x40020,    0x10,       0xc,
        0x8,        0x40020,    0x11,       0xc,        0xb,        0x40020,    0x12,       0x1,
        0xb,        0x4003b,    0x10,       0x3,        0xc,        0x4003b,    0x12,       0x2,
        0x1,        0x50036,    0x9,        0x1,        0x0,        0xa,        0x200f8,    0x13,
        0x4003d,    0xb,        0x14,       0x2,        0x40008,    0x6,        0x1,        0x1,
        0x7114f,    0xb,        0x15,       0xd,        0x14,       0x5,        0xe,        0x60041,
        0x11,       0x16,       0x3,        0xc,        0x14,       0x3003e,    0x16,       0x15,
        0x40008,    0x6,        0x2,        0x1,        0x50080,    0xb,        0x17,       0x14,
        0xf,        0x60041,    0x11,       0x18,       0x3,        0xc,        0x17,       0x3003e,
        0x18,       0x5,        0x100fd,    0x10038};
    return {reinterpret_cast<const char*>(words), sizeof words};
}

TEST_CASE(
    "foreign: a SPIR-V file, with its own lines, a size from a constant, and a rotation in clusters of 4") {
    const auto bytes = rotation();
    check_ended(outcome_of(bytes, {"--sim", "--groups", "1", "--buffer", "lanes=8"}, "rotate.spv"), 1,
                {"[0]  1  2  3  0  5  6  7  4\n", "uses index 100 of 'lanes', which has 8 elements",
                 "rotate.slang:2: invocation 0 of workgroup 0 is here\n"
                 "            lanes[i + 100] = 1;"});
    const auto four =
        outcome_of(bytes, {"--sim", "--json", "--groups", "1", "--constant", "0=4"}, "rotate.spv");
    CHECK(facts_of(four.output)["local"] == json{4, 1, 1});
    const std::pair<std::string, std::string> wrong[] = {
        {bytes.substr(0, 99), "rotate.spv: it is not SPIR-V"},
        {bytes.substr(0, 400), "rotate.spv: SPIRV-Tools rejects the shader: "},
        {"#version 450", "rotate.spv: it is not SPIR-V, which begins with the number 0x7230203"},
    };
    for (const auto& [text, sentence] : wrong) {
        check_ended(outcome_of(text, {"--sim"}, "rotate.spv"), 3, {sentence});
    }
    CHECK(contains(outcome_of(bytes, {"--sim", "--define", "N=1"}, "rotate.spv").output,
                   "--define: rotate.spv is compiled"));
}

TEST_CASE("foreign: OpenGL is not given a SPIR-V file" * doctest::test_suite("gpu")) {
    if (skip_without_gpu()) return;
    CHECK(contains(outcome_of(rotation(), {}, "rotate.spv").output,
                   "rotate.spv is SPIR-V, which only the simulator runs; add --sim."));
}

TEST_CASE("foreign: what is not supported has its name in GLSL and its line") {
    refused("#extension GL_EXT_buffer_reference : require\n" + one_lane +
                "layout(buffer_reference, std430) buffer P { uint x; };\nlayout(push_constant) uniform Q { P "
                "p; };\n"
                "void main() { p.x = 1u; }\n",
            {"--sim"}, 3, "k.comp:2: the simulator does not know buffer_reference.");
    refused(
        "#extension GL_NV_cooperative_matrix : require\n#extension GL_KHR_memory_scope_semantics : "
        "require\n" +
            one_lane +
            "void main() { fcoopmatNV<32, gl_ScopeSubgroup, 8, 8> m = fcoopmatNV<32, gl_ScopeSubgroup, 8, "
            "8>(0.0); }\n",
        {"--sim"}, 3, "the simulator does not know fcoopmatNV");
    refused(one_lane +
                "layout(binding = 0) uniform samplerCube c;\nlayout(binding = 0) buffer A { vec4 a; };\n"
                "void main() { a = texture(c, vec3(1)); }\n",
            {"--sim"}, 3, "k.comp:5: the simulator does not know samplerCube.");
    refused(one_lane + "layout(push_constant) uniform Q { uint n; };\nvoid main() { uint x = m; }\n",
            {"--sim"}, 3, "k.comp:4: error: 'm' : undeclared identifier");
    // a mistake without a line, which a word of Vulkan's must not hide
    refused(one_lane + "layout(push_constant) uniform Q { uint n; };\nvoid f();\nvoid main() { f(); }\n",
            {"--sim"}, 3, "No function definition (body) found");
    // an include that Vulkan's dialect rejects, above the learner's own mistake
    refused(one_lane + "#include \"trace.glsl\"\nvoid main() { uint x = m; }\n",
            {"--sim", "--define", "PBP_TRACE=1"}, 3, "k.comp:4: error: 'm' : undeclared identifier");
}

TEST_SUITE_END();
