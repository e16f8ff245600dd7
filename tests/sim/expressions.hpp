// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "tests/sim/kernel.hpp"

namespace pbp::test {

/// The words that a kernel puts into its buffer for these numbers, in order.
template <typename... Numbers>
Kernel::Words words(const Numbers&... numbers) {
    Kernel::Words made;
    const auto add = [&](const auto& number) {
        using T = std::remove_cvref_t<decltype(number)>;
        if constexpr (std::is_same_v<T, bool>) {
            made.push_back(number ? 1u : 0u);
        } else if constexpr (sizeof(T) == 8) {
            const auto bits = std::bit_cast<std::uint64_t>(number);
            made.push_back(static_cast<std::uint32_t>(bits));
            made.push_back(static_cast<std::uint32_t>(bits >> 32));
        } else {
            made.push_back(std::bit_cast<std::uint32_t>(number));
        }
    };
    (add(numbers), ...);
    return made;
}

/// For messages.
inline std::string text(const Kernel::Words& all) {
    std::string made;
    for (const auto word : all) made += fmt::format("{:#x} ", word);
    return made;
}

/// The text before main() that lets a kernel put values into its buffer. opaque(x) is x, but no compiler can
/// tell.
inline const std::string putting = R"(
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result { uint result[]; };
uniform uint nothing;
uint count = 0u;
void put(uint v) { result[count] = v; count += 1u; }
void put(int v) { put(uint(v)); }
void put(float v) { put(floatBitsToUint(v)); }
void put(bool v) { put(v ? 1u : 0u); }
void put(double v) { uvec2 w = unpackDouble2x32(v); put(w.x); put(w.y); }
void put(uint64_t v) { put(uint(v)); put(uint(v >> 32)); }
void put(int64_t v) { put(uint64_t(v)); }
#define PUT2(T) void put(T v) { put(v.x); put(v.y); }
#define PUT3(T) void put(T v) { put(v.x); put(v.y); put(v.z); }
#define PUT4(T) void put(T v) { put(v.x); put(v.y); put(v.z); put(v.w); }
PUT2(uvec2) PUT2(ivec2) PUT2(vec2) PUT2(bvec2) PUT2(dvec2) PUT2(u64vec2) PUT2(i64vec2)
PUT3(uvec3) PUT3(ivec3) PUT3(vec3) PUT3(bvec3) PUT3(dvec3)
PUT4(uvec4) PUT4(ivec4) PUT4(vec4) PUT4(bvec4)
#define COLUMNS(T, N) void put(T m) { for (int c = 0; c < N; ++c) put(m[c]); }
COLUMNS(mat2, 2) COLUMNS(mat3, 3) COLUMNS(mat4, 4) COLUMNS(mat2x3, 2) COLUMNS(mat3x2, 3) COLUMNS(mat4x2, 4)
COLUMNS(mat2x4, 2) COLUMNS(mat3x4, 3) COLUMNS(mat4x3, 4) COLUMNS(dmat2, 2) COLUMNS(dmat3, 3)
uint opaque(uint v) { return v ^ nothing; }
int opaque(int v) { return int(opaque(uint(v))); }
bool opaque(bool v) { return v != (nothing == 1u); }
float opaque(float v) { return uintBitsToFloat(opaque(floatBitsToUint(v))); }
double opaque(double v) { uvec2 w = unpackDouble2x32(v); return packDouble2x32(uvec2(opaque(w.x), opaque(w.y))); }
uint64_t opaque(uint64_t v) { return v ^ uint64_t(nothing); }
int64_t opaque(int64_t v) { return int64_t(opaque(uint64_t(v))); }
#define OPAQUE(T2, T3, T4) T2 opaque(T2 v) { return T2(opaque(v.x), opaque(v.y)); } \
    T3 opaque(T3 v) { return T3(opaque(v.xy), opaque(v.z)); } \
    T4 opaque(T4 v) { return T4(opaque(v.xyz), opaque(v.w)); }
OPAQUE(uvec2, uvec3, uvec4) OPAQUE(ivec2, ivec3, ivec4) OPAQUE(vec2, vec3, vec4) OPAQUE(dvec2, dvec3, dvec4)
)";

/// A kernel that puts values; `outside` comes before main().
inline Kernel putter(const std::string& inside, const std::string& outside = {}) {
    return {.text = putting + outside + "\nvoid main() {\n" + inside + "\n}\n",
            .buffers = {Kernel::Words(512, 0xDDDDDDDDu)}};
}

/// Of a kernel that ran: exactly the expected values are written, and nothing is found.
inline void check_put(const Kernel& kernel, const Kernel::Words& expected) {
    CHECK(kernel.faults() == "");
    auto put = kernel.results.at(0);
    while (put.size() > expected.size() && put.back() == 0xDDDDDDDDu) put.pop_back();
    CHECK(text(put) == text(expected));
}

/// The same of lines that put values.
inline void check_lines(const std::string& inside, const Kernel::Words& expected,
                        const std::string& outside = {},
                        const std::vector<std::pair<std::string, UniformValue>>& uniforms = {}) {
    CAPTURE(inside);
    auto kernel = putter(inside, outside);
    kernel.uniforms = uniforms;
    check_put(kernel.run(), expected);
}

/// An expression and its value.
struct Worth {
    std::string expression;
    Kernel::Words expected;
};

/// Puts all expressions in one kernel, with o(...) short for opaque(...), and compares each.
inline void check_worth(const std::vector<Worth>& all, const std::string& outside = {}) {
    std::string inside;
    for (const auto& one : all) inside += "put(" + one.expression + ");\n";
    auto kernel = putter(inside, "#define o opaque\n" + outside);
    CHECK(kernel.found() == "");
    std::size_t at = 0;
    for (const auto& one : all) {
        CAPTURE(one.expression);
        const auto* const begin = kernel.results.at(0).data() + at;
        REQUIRE(at + one.expected.size() <= kernel.results[0].size());
        CHECK(text({begin, begin + one.expected.size()}) == text(one.expected));
        at += one.expected.size();
    }
    CHECK(kernel.results[0][at] == 0xDDDDDDDDu);
}

/// The same for floats where GLSL allows some freedom: within `relative` of the expected value, or of 1.
inline void check_near(const std::vector<std::pair<std::string, double>>& all, double relative = 1e-5) {
    std::string inside;
    for (const auto& [expression, expected] : all) inside += "put(" + expression + ");\n";
    auto kernel = putter(inside, "#define o opaque\n");
    CHECK(kernel.found() == "");
    for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(all[i].first);
        const double found = std::bit_cast<float>(kernel.results.at(0)[i]);
        CHECK(std::abs(found - all[i].second) <= relative * std::max(1.0, std::abs(all[i].second)));
    }
}

}  // namespace pbp::test
