// SPDX-License-Identifier: MIT
#include "tests/sim_fuzz/program.hpp"

#include <fmt/format.h>

namespace pbp::fuzz {

namespace {

void append(const std::vector<Statement>& block, const std::string& indent, std::string& text) {
    for (const auto& one : block)
        for (std::size_t i = 0; i < one.texts.size(); ++i) {
            if (!one.texts[i].empty()) text += indent + one.texts[i] + "\n";
            if (i < one.blocks.size()) append(one.blocks[i], indent + "    ", text);
        }
}

std::size_t count(const std::vector<Statement>& block) {
    std::size_t n = block.size();
    for (const auto& one : block)
        for (const auto& inner : one.blocks) n += count(inner);
    return n;
}

/// Takes the k-th statement out of a block; k counts down on the way there. True once it is done.
bool take_out(std::vector<Statement>& block, std::size_t& k, bool keep_blocks) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        if (k-- == 0) {
            const Statement gone = std::move(block[i]);
            auto at = block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
            if (keep_blocks)
                for (const auto& inner : gone.blocks) at = block.insert(at, inner.begin(), inner.end());
            return true;
        }
        for (auto& inner : block[i].blocks)
            if (take_out(inner, k, keep_blocks)) return true;
    }
    return false;
}

constexpr const char* variables = R"(    int i0 = int(id), i1 = int(given[id % 256u]), i2 = -7;
    uint u0 = id * 2654435761u, u1 = given[(id * 7u + 3u) % 256u], u2 = 5u;
    float f0 = float(id & 63u), f1 = float(given[id % 256u] & 255u) * 0.25, f2 = 1.5;
    bool b0 = (id & 1u) == 0u, b1 = given[id % 256u] > 2000000000u;
    ivec3 v0 = ivec3(int(id), 1, -2); uvec4 w0 = uvec4(id, u1, 3u, 4u); vec2 x0 = vec2(f0, f1);
    int a0[4] = int[4](i0, i1, i2, 9); uvec2 a1[3] = uvec2[3](w0.xy, w0.zw, uvec2(1u));
    mat2 m0 = mat2(1.0, 2.0, f0, 0.5); S s0 = S(i1, uvec2(u0, u2), int[2](1, 2));
    uint64_t q0 = packUint2x32(uvec2(u0, u1)); double d0 = double(i1) * 0.5lf;
)";

constexpr const char* results = R"(    uint at = id * 16u;
    outcome[at] = uint(i0) ^ (uint(i1) << 1u); outcome[at + 1u] = uint(i2); outcome[at + 2u] = u0; outcome[at + 3u] = u1 ^ (u2 << 3u);
    outcome[at + 4u] = floatBitsToUint(f0); outcome[at + 5u] = floatBitsToUint(f1) ^ floatBitsToUint(f2);
    outcome[at + 6u] = uint(b0) + 2u * uint(b1) + uint(v0.x); outcome[at + 7u] = uint(v0.y) ^ uint(v0.z);
    outcome[at + 8u] = w0.x ^ w0.y; outcome[at + 9u] = w0.z + w0.w; outcome[at + 10u] = floatBitsToUint(x0.x) + floatBitsToUint(x0.y);
    outcome[at + 11u] = uint(a0[0]) + uint(a0[1]) * 3u + uint(a0[2]) * 5u + uint(a0[3]) * 7u;
    outcome[at + 12u] = a1[0].x + a1[0].y * 3u + a1[1].x * 5u + a1[1].y * 7u + a1[2].x * 11u + a1[2].y * 13u;
    outcome[at + 13u] = uint(s0.a) + s0.b.x * 3u + s0.b.y * 5u + uint(s0.c[0]) * 7u + uint(s0.c[1]) * 11u + uint(g0);
    outcome[at + 14u] = uint(int(m0[0][0])) + uint(int(m0[0][1])) * 3u + uint(int(m0[1][0])) * 5u + uint(int(m0[1][1])) * 7u;
    outcome[at + 15u] = uint(q0) ^ uint(q0 >> 32) ^ unpackDouble2x32(d0).x ^ unpackDouble2x32(d0).y;
)";

}  // namespace

std::string Program::text() const {
    std::string text = fmt::format(R"(#version 450 core
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = {0}) in;
layout(std430, binding = 0) readonly buffer Given {{ uint given[256]; }};
layout(std430, binding = 1) buffer Outcome {{ uint outcome[]; }};
layout(std430, binding = 2) buffer Sums {{ uint added[8]; uint flipped[8]; uint least[8]; int most[8]; }};
struct S {{ int a; uvec2 b; int c[2]; }};
shared uint tile[{0}];
shared ivec2 pairs[{0}];
shared uint together[4];
#define MEET memoryBarrierShared(); barrier();
int g0 = 3;
uint dotted(uvec4 a, uvec4 b) {{ return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }}
)",
                                   local_size);
    for (const auto& function : functions) {
        text += function.head + " {\n    " + function.first + "\n";
        append(function.body, "    ", text);
        text += "    " + function.last + "\n}\n";
    }
    text += "void main() {\n    uint id = gl_GlobalInvocationID.x, me = gl_LocalInvocationID.x;\n";
    text += variables;
    append(body, "    ", text);
    return text + results + "}\n";
}

std::size_t Program::statements() const {
    std::size_t n = count(body);
    for (const auto& function : functions) n += count(function.body);
    return n;
}

Program Program::without(std::size_t k, bool keep_blocks) const {
    Program made = *this;
    if (take_out(made.body, k, keep_blocks)) return made;
    for (auto& function : made.functions)
        if (take_out(function.body, k, keep_blocks)) return made;
    return made;
}

}  // namespace pbp::fuzz
