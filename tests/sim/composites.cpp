// SPDX-License-Identifier: MIT
// Vectors, matrices, structures and arrays as values and as variables.
#include "tests/sim/expressions.hpp"

using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

TEST_CASE("swizzles, read and written") {
    check_worth({{"o(vec4(1.0, 2.0, 3.0, 4.0)).wzyx", words(4.0f, 3.0f, 2.0f, 1.0f)},
                 {"o(ivec3(1, 2, 3)).xxz", words(1, 1, 3)},
                 {"o(uvec2(1u, 2u)).yyyy", words(2u, 2u, 2u, 2u)},
                 {"vec4(o(1.0), o(vec2(2.0, 3.0)), 4.0)", words(1.0f, 2.0f, 3.0f, 4.0f)},
                 {"ivec3(o(vec4(1.9, -2.9, 3.0, 4.0)))", words(1, -2, 3)},
                 {"o(dvec3(1.0lf, 2.0lf, 3.0lf)).zx", words(3.0, 1.0)},
                 {"o(vec3(1.0, 2.0, 3.0)) * 2.0 + vec3(1.0)", words(3.0f, 5.0f, 7.0f)},
                 {"o(ivec2(7, -7)) / ivec2(2)", words(3, -3)},
                 {"o(uvec2(1u, 2u)) << uvec2(3u, 4u)", words(8u, 32u)},
                 {"-o(vec2(1.0, -2.0))", words(-1.0f, 2.0f)},
                 {"~o(uvec2(0u, 1u))", words(~0u, ~1u)},
                 {"u64vec2(o(uvec2(1u, 2u)))", words(std::uint64_t{1}, std::uint64_t{2})}});
    check_lines(
        "vec4 v = opaque(vec4(1.0, 2.0, 3.0, 4.0)); v.zx = v.xy; put(v); v.yw += 1.0; put(v);"
        "v = v.wzyx; put(v); v.xy = v.yx; put(v); v.x++; put(v.x--); put(v.x);",
        words(2.0f, 2.0f, 1.0f, 4.0f, 2.0f, 3.0f, 1.0f, 5.0f, 5.0f, 1.0f, 3.0f, 2.0f, 1.0f, 5.0f, 3.0f, 2.0f,
              2.0f, 1.0f));
}

TEST_CASE("components by an index that is known only later") {
    check_lines(
        "vec4 v = opaque(vec4(1.0, 2.0, 3.0, 4.0)); int i = opaque(2); put(v[i]); v[i] = 9.0; put(v);"
        "v[i - 1] += 5.0; put(v); uvec3 u = uvec3(1u); u[opaque(0u)]--; put(u); put(opaque(ivec2(5, 6))[i - "
        "1]);"
        "dvec2 d = dvec2(1.0lf); d[i - 1] = 2.0lf; put(d); bvec3 b = bvec3(false); b[i] = true; put(b);",
        words(3.0f, 1.0f, 2.0f, 9.0f, 4.0f, 1.0f, 7.0f, 9.0f, 4.0f, 0u, 1u, 1u, 6, 1.0, 2.0, false, false,
              true));
}

TEST_CASE("matrices: columns first, products, transposes, determinants, inverses") {
    check_worth(
        {{"mat2(o(1.0), 2.0, 3.0, 4.0)[1]", words(3.0f, 4.0f)},
         {"mat2(o(1.0), 2.0, 3.0, 4.0) * vec2(1.0, 10.0)", words(31.0f, 42.0f)},
         {"vec2(1.0, 10.0) * mat2(o(1.0), 2.0, 3.0, 4.0)", words(21.0f, 43.0f)},
         {"mat2(o(1.0), 2.0, 3.0, 4.0) * mat2(5.0, 6.0, 7.0, 8.0)", words(23.0f, 34.0f, 31.0f, 46.0f)},
         {"matrixCompMult(mat2(o(1.0), 2.0, 3.0, 4.0), mat2(5.0, 6.0, 7.0, 8.0))",
          words(5.0f, 12.0f, 21.0f, 32.0f)},
         {"transpose(mat2x3(o(1.0), 2.0, 3.0, 4.0, 5.0, 6.0))", words(1.0f, 4.0f, 2.0f, 5.0f, 3.0f, 6.0f)},
         {"mat2x3(o(1.0), 2.0, 3.0, 4.0, 5.0, 6.0) * vec2(1.0, 10.0)", words(41.0f, 52.0f, 63.0f)},
         {"vec3(1.0, 10.0, 100.0) * mat2x3(o(1.0), 2.0, 3.0, 4.0, 5.0, 6.0)", words(321.0f, 654.0f)},
         {"mat3x2(o(1.0), 2.0, 3.0, 4.0, 5.0, 6.0) * mat2x3(1.0, 0.0, 0.0, 0.0, 1.0, 1.0)",
          words(1.0f, 2.0f, 8.0f, 10.0f)},
         {"outerProduct(o(vec2(1.0, 2.0)), vec3(3.0, 4.0, 5.0))", words(3.0f, 6.0f, 4.0f, 8.0f, 5.0f, 10.0f)},
         {"mat2(o(1.0), 2.0, 3.0, 4.0) + mat2(1.0)", words(2.0f, 2.0f, 3.0f, 5.0f)},
         {"mat2(o(1.0), 2.0, 3.0, 4.0) * 2.0", words(2.0f, 4.0f, 6.0f, 8.0f)},
         {"2.0 - mat2(o(1.0), 2.0, 3.0, 4.0)", words(1.0f, 0.0f, -1.0f, -2.0f)},
         {"mat2(o(1.0), 2.0, 3.0, 4.0) / 2.0", words(0.5f, 1.0f, 1.5f, 2.0f)},
         {"-mat2(o(1.0), 2.0, 3.0, 4.0)", words(-1.0f, -2.0f, -3.0f, -4.0f)},
         {"mat2(o(1.0), 2.0, 3.0, 4.0) == mat2(1.0, 2.0, 3.0, 4.0)", words(true)},
         {"mat2(o(1.0), 2.0, 3.0, 4.0) != mat2(1.0, 2.0, 3.0, 4.0)", words(false)},
         {"mat3(mat2(o(1.0), 2.0, 3.0, 4.0))", words(1.0f, 2.0f, 0.0f, 3.0f, 4.0f, 0.0f, 0.0f, 0.0f, 1.0f)},
         {"mat2(mat3(o(2.0)))", words(2.0f, 0.0f, 0.0f, 2.0f)},
         {"determinant(mat2(o(1.0), 2.0, 3.0, 4.0))", words(-2.0f)},
         {"determinant(mat3(o(2.0), 0.0, 1.0, 1.0, 3.0, 2.0, 1.0, 1.0, 4.0))", words(18.0f)},
         {"determinant(mat4(o(2.0)))", words(16.0f)},
         {"inverse(mat2(o(1.0), 2.0, 3.0, 4.0))", words(-2.0f, 1.0f, 1.5f, -0.5f)},
         {"inverse(mat3(o(2.0), 0.0, 0.0, 0.0, 4.0, 0.0, 1.0, 0.0, 8.0)) + 0.0",
          words(0.5f, 0.0f, 0.0f, 0.0f, 0.25f, 0.0f, -0.0625f, 0.0f, 0.125f)},
         {"dmat2(o(1.0lf), 2.0lf, 3.0lf, 4.0lf) * dvec2(1.0lf, 10.0lf)", words(31.0, 42.0)},
         {"determinant(dmat2(o(1.0lf), 2.0lf, 3.0lf, 4.0lf))", words(-2.0)},
         {"transpose(dmat2(o(1.0lf), 2.0lf, 3.0lf, 4.0lf))", words(1.0, 3.0, 2.0, 4.0)}});
    check_lines(
        "mat4 m = mat4(1.0); m[3].xyz = vec3(5.0, 6.0, 7.0); m = m * inverse(m); put(m[0]); put(m[3]);"
        "put(m * vec4(1.0, 2.0, 3.0, 1.0));",
        words(1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 2.0f, 3.0f, 1.0f));
}

TEST_CASE("matrices by an index that is known only later") {
    check_lines(
        "mat3x2 m = mat3x2(1.0, 2.0, 3.0, 4.0, 5.0, 6.0); int i = opaque(1); put(m[i]); put(m[i + 1][i]);"
        "m[i].y = 9.0; m[i + 1] = vec2(7.0, 8.0); m[0][i] *= 10.0; put(m);",
        words(3.0f, 4.0f, 6.0f, 1.0f, 20.0f, 3.0f, 9.0f, 7.0f, 8.0f));
}

TEST_CASE("structures and arrays, one within the other") {
    const std::string types =
        "struct Inner { vec2 at; int n[3]; }; struct Outer { bool b; Inner in2[2]; double d; };\n";
    check_lines(
        "Inner a = Inner(vec2(1.0, 2.0), int[3](opaque(4), 5, 6)); Outer o = Outer(opaque(true), Inner[2](a, "
        "a), 0.5lf);"
        "int i = opaque(1); o.in2[i].n[i + 1] = 60; o.in2[0].at.y = 3.0; put(o.b); put(o.in2[0].at);"
        "put(o.in2[i].n[2]); put(o.in2[0].n[2]); put(o.d); Outer p = o; p.in2[0] = p.in2[i]; "
        "put(p.in2[0].n[2]); put(o.in2[0].n[2]);"
        "put(p == o); p = o; put(p == o); put(o.in2[0] != o.in2[1]); put(o.in2[0].n.length());",
        words(true, 1.0f, 3.0f, 60, 6, 0.5, 60, 6, false, true, true, 3), types);
    check_lines(
        "int grid[2][3] = int[2][3](int[3](1, 2, 3), int[3](4, 5, 6)); int i = opaque(1); put(grid[i][i + "
        "1]);"
        "grid[i - 1][i] = 20; put(grid[0][1]); int line[3] = grid[i]; line[0] = 40; put(line[0]); "
        "put(grid[1][0]);"
        "grid[0] = line; put(grid[0][0]); const float table[4] = float[4](1.0, 2.0, 4.0, 8.0); put(table[i + "
        "2]);"
        "dvec2 d[2] = dvec2[2](dvec2(1.0lf), dvec2(2.0lf)); d[i].y = 3.0lf; put(d[i]);"
        "mat2 m[2]; m[0] = mat2(1.0); m[i] = m[0] * 2.0; put(m[i][1][1]); m[i][i][0] = 5.0; put(m[1]);",
        words(6, 20, 40, 4, 40, 8.0f, 2.0, 3.0, 2.0f, 2.0f, 0.0f, 5.0f, 2.0f));
}

TEST_CASE("what a value was stays, whatever happens to the variable it came from") {
    check_lines(
        "int a = opaque(1); int b = a; a = 2; put(b); int c = a + (a = 5) * 10 + a; put(c); int k = "
        "opaque(3);"
        "int l = k++ + k++; put(l); put(k); int x[2] = int[2](1, 2); int y = x[0]; x[opaque(0)] = 7; put(y); "
        "put(x[0]);"
        "ivec2 v = opaque(ivec2(1, 2)); ivec2 w = v; v.x = 5; put(w); int s = opaque(1), t = opaque(2); int "
        "u = s; s = t; t = u; put(s); put(t);",
        words(1, 57, 7, 5, 1, 7, 1, 2, 2, 1));
}

TEST_SUITE_END();
