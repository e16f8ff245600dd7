// SPDX-License-Identifier: MIT
// Control flow: which lanes do what, and when they diverge and reconverge, at every subgroup size.
#include <functional>

#include "tests/sim/expressions.hpp"

using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

namespace {

/// 64 invocations each compute a number from their own; `expected` computes the same in C++.
void check_each(const std::string& lines, const std::function<int(int)>& expected,
                const std::string& outside = {}) {
    CAPTURE(lines);
    for (const std::uint32_t size : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u}) {
        CAPTURE(size);
        Kernel kernel{
            .text =
                "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer Data { int data[]; };\n" +
                outside + "\nvoid main() {\nint i = int(gl_LocalInvocationID.x), r = 0;\n" + lines +
                "\ndata[i] = r;\n}\n",
            .buffers = {Kernel::Words(64)}};
        kernel.settings.subgroup_size = size;
        CHECK(kernel.found() == "");
        for (int i = 0; i < 64; ++i) {
            CAPTURE(i);
            REQUIRE(static_cast<int>(kernel.results[0][static_cast<std::size_t>(i)]) == expected(i));
        }
    }
}

}  // namespace

TEST_CASE("if and else, one within the other") {
    check_each(
        "if (i < 20) { if (i % 2 == 0) r = 1; else r = 2; r += 10; } else if (i < 40) r = 3; r += 100;",
        [](int i) {
            return (i < 20 ? (i % 2 == 0 ? 11 : 12) : i < 40 ? 3 : 0) + 100;
        });
}

TEST_CASE("loops that each lane leaves at another round") {
    check_each("for (int k = 0; k < i; ++k) r += k;", [](int i) { return i * (i - 1) / 2; });
    check_each("int k = i; while (k > 1) { k = k % 2 == 0 ? k / 2 : 3 * k + 1; ++r; }", [](int i) {
        int r = 0;
        for (int k = i; k > 1; ++r) k = k % 2 == 0 ? k / 2 : 3 * k + 1;
        return r;
    });
    check_each("do { r += 3; } while (r < i);", [](int i) { return i <= 3 ? 3 : (i + 2) / 3 * 3; });
    check_each(
        "for (int a = 0; a < 8; ++a) { if (a == i % 5) continue; if (a > i / 8) break;"
        "for (int b = 0; b < 8; ++b) { if (b == a) continue; if (b * a > i) break; r += b; } r += 100; }",
        [](int i) {
            int r = 0;
            for (int a = 0; a < 8; ++a) {
                if (a == i % 5) continue;
                if (a > i / 8) break;
                for (int b = 0; b < 8; ++b) {
                    if (b == a) continue;
                    if (b * a > i) break;
                    r += b;
                }
                r += 100;
            }
            return r;
        });
    check_each("for (int a = 0;; ++a) { if (a >= i) { r += 1000; break; } r += a; }",
               [](int i) { return i * (i - 1) / 2 + 1000; });
}

TEST_CASE("switch: fall through, default in the middle, break within loops, continue out of it") {
    check_each(
        "switch (i % 7) { case 0: r = 1; case 1: r += 2; break; default: r = 50; case 3: r += 4; break; case "
        "4: case 5: r = 9; }",
        [](int i) {
            int r = 0;
            switch (i % 7) {
                case 0:
                    r = 1;
                    [[fallthrough]];
                case 1:
                    r += 2;
                    break;
                default:
                    r = 50;
                    [[fallthrough]];
                case 3:
                    r += 4;
                    break;
                case 4:
                case 5:
                    r = 9;
            }
            return r;
        });
    check_each(
        "for (int k = 0; k < 6; ++k) { switch (k + i % 3) { case 1: continue; case 2: r += 5; break; case 6: "
        "return; default: r += 1; } r += 10; data[i] = r; }",
        [](int i) {
            int r = 0, stored = 0;
            for (int k = 0; k < 6; ++k) {
                switch (k + i % 3) {
                    case 1:
                        continue;
                    case 2:
                        r += 5;
                        break;
                    case 6:
                        return stored;
                    default:
                        r += 1;
                }
                r += 10;
                stored = r;
            }
            return r;
        });
    check_each("switch (uint(i)) { case 4000000000u: r = 1; break; case 7u: r = 2; }",
               [](int i) { return i == 7 ? 2 : 0; });
    check_each("switch (-i) { case -3: r = 1; break; case 0: r = 2; }", [](int i) {
        return i == 3 ? 1 : i == 0 ? 2 : 0;
    });
}

TEST_CASE("functions: early returns out of loops, out and inout, one that calls another") {
    check_each(
        "r = find(i);", [](int i) { return i == 0          ? -1
                                           : i < 5         ? 100 + i
                                           : i * i > 9 * 9 ? -2
                                                           : i; },
        "int inner(int i) { for (int k = 0; k < 10; ++k) { if (k * k > i * i) return k; if (k > 8) return k; "
        "} return 77; }\n"
        "int find(int i) { if (i == 0) return -1; if (i < 5) { int k = inner(i); if (k == i + 1) return 100 "
        "+ i; return 3; }\n"
        "if (i * i > 81) return -2; return i; }");
    check_each(
        "int a = i, b = 7, c = 0; change(a, b, c); r = a * 10000 + b * 100 + c;",
        [](int i) { return i * 10000 + (i % 2 == 0 ? 8 : 7) * 100 + 5; },
        "void change(int a, inout int b, out int c) { a = 99; c = 5; if (a == 99 && b == 7) { } else return; "
        "if ((gl_LocalInvocationID.x & 1u) == 1u) return; b += 1; }");
    check_each(
        "ivec2 v = ivec2(i, 1); swap(v.x, v.y); r = v.x * 100 + v.y; int t[3] = int[3](1, 2, 3); swap(t[i % "
        "3], t[(i + 1) % 3]); r += t[0] * 1000;",
        [](int i) {
            return 100 + i + (i % 3 == 0 ? 2000 : i % 3 == 1 ? 1000 : 3000);
        },
        "void swap(inout int a, inout int b) { int t = a; a = b; b = t; }");
    check_each(
        "r = f(i) + f(i + 1) + g(f(i));", [](int i) { return 2 * i + 2 * (i + 1) + 4 * i + 1; },
        "int f(int x) { return 2 * x; }\nint g(int x) { int y = f(x); y++; return y; }");
    check_each(
        "int t[4] = fill(i); for (int k = 0; k < 4; ++k) r += t[k];", [](int i) { return 4 * i + 6; },
        "int[4] fill(int from) { int t[4]; for (int k = 0; k < 4; ++k) t[k] = from + k; return t; }");
    check_each(
        "Pair p = both(i); r = p.a * 100 + p.b;", [](int i) { return i > 9 ? i * 100 + 1 : 2; },
        "struct Pair { int a, b; }; Pair both(int i) { if (i > 9) return Pair(i, 1); return Pair(0, 2); }");
}

TEST_CASE("what stands behind && and || and ?: happens only where it must") {
    check_each(
        "if (i > 10 && bump() > 0) r += 100; r += calls;", [](int i) { return i > 10 ? 101 : 0; },
        "int calls = 0; int bump() { calls++; return 1; }");
    check_each(
        "if (i > 10 || bump() > 1) r += 100; r += calls;", [](int i) { return i > 10 ? 100 : 1; },
        "int calls = 0; int bump() { calls++; return 1; }");
    check_each(
        "r = i > 10 ? bump() : i > 5 ? bump() + bump() : -1; r += calls * 10;",
        [](int i) { return i > 10  ? 11
                           : i > 5 ? 23
                                   : -1; },
        "int calls = 0; int bump() { calls++; return calls; }");
    check_each("bool b = i > 3 && (i < 9 || i == 20) && i != 5; r = int(b);",
               [](int i) { return i > 3 && (i < 9 || i == 20) && i != 5 ? 1 : 0; });
    check_each("for (int k = 0; k < 5 && k < i; ++k) r = (r > 3 && k > 1) || k == i - 1 ? r + 10 : r + 1;",
               [](int i) {
                   int r = 0;
                   for (int k = 0; k < 5 && k < i; ++k) r = (r > 3 && k > 1) || k == i - 1 ? r + 10 : r + 1;
                   return r;
               });
}

TEST_CASE("lanes that parted meet again behind the construct") {
    for (const std::uint32_t size : {8u, 32u, 64u}) {
        Kernel kernel{.text = R"(#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uint early(uint i) { if (i % 3u == 0u) return 1u; for (uint k = 0u; k < i; ++k) if (k == 5u) return 2u; return 3u; }
void main() {
    uint i = gl_LocalInvocationID.x, r = 0u;
    switch (i % 4u) { case 0u: r = 1u; break; case 1u: for (uint k = 0u; k < i; ++k) { if (k > 9u) break; } default: r = 2u; }
    data[i] = subgroupAdd(1u);
    r += early(i);
    data[64u + i] = subgroupAdd(1u);
    if (i % 2u == 0u) { data[128u + i] = subgroupAdd(1u); if (i % 4u == 0u) data[192u + i] = subgroupAdd(1u); }
    else data[128u + i] = subgroupAdd(10u);
}
)",
                      .buffers = {Kernel::Words(256)}};
        kernel.settings.subgroup_size = size;
        CHECK(kernel.found() == "");
        for (std::size_t i = 0; i < 64; ++i) {
            CHECK(kernel.results[0][i] == size);
            CHECK(kernel.results[0][64 + i] == size);
            CHECK(kernel.results[0][128 + i] == size / 2 * (i % 2 == 0 ? 1 : 10));
            if (i % 4 == 0) CHECK(kernel.results[0][192 + i] == size / 4);
        }
    }
}

TEST_SUITE_END();
