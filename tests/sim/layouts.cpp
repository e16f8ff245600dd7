// SPDX-License-Identifier: MIT
// Where things are in memory: std430 and std140, row and column major, uniform blocks, shared memory.
#include <numeric>

#include "tests/sim/expressions.hpp"

using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

namespace {

/// 128 words, each its own index, as a float or as an integer.
Kernel::Words numbers(bool floats) {
    Kernel::Words made(128);
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i] =
            floats ? std::bit_cast<std::uint32_t>(static_cast<float>(i)) : static_cast<std::uint32_t>(i);
    return made;
}

/// What is read from a block of 128 words, a storage block or a uniform block.
Kernel::Words from_block(const std::string& layout, const std::string& members, const std::string& inside,
                         bool floats = true) {
    const bool uniform = layout.find("uniform") != std::string::npos;
    auto kernel =
        putter(inside, members.substr(0, members.find('|')) + "layout(" +
                           (uniform ? "std140, binding = 1) uniform" : layout + ", binding = 1) buffer") +
                           " Block {" + members.substr(members.find('|') + 1) + "};\n");
    if (uniform)
        kernel.blocks = {{}, numbers(floats)};
    else
        kernel.buffers.push_back(numbers(floats));
    if (uniform) kernel.blocks[0] = {0};
    CHECK(kernel.found() == "");
    auto found = kernel.results.at(0);
    while (!found.empty() && found.back() == 0xDDDDDDDDu) found.pop_back();
    return found;
}

}  // namespace

TEST_CASE("std430: three-component vectors are aligned as four, arrays are tight") {
    CHECK(text(from_block("std430",
                          "|float a; vec3 b; float c; vec2 d; float e[3]; vec2 f[2]; vec3 g[2]; float h;",
                          "put(a); put(b); put(c); put(d); put(e[2]); put(f[1]); put(g[1]); put(h);")) ==
          text(words(0.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f, 9.0f, 12.0f, 16.0f, 17.0f, 24.0f, 25.0f, 26.0f,
                     28.0f)));
}

TEST_CASE(
    "std140: elements of arrays and structures begin at multiples of 16 bytes, in both kinds of block") {
    for (const char* layout : {"std140", "uniform"})
        CHECK(text(from_block(layout,
                              "struct S { float x; float y; };|float a; float e[3]; S s; float b; vec2 f[2]; "
                              "mat2 m; float c;",
                              "int i = opaque(1); put(a); put(e[0]); put(e[i + 1]); put(s.y); put(b); "
                              "put(f[i]); put(m); put(m[i][0]); put(c);")) ==
              text(words(0.0f, 4.0f, 12.0f, 17.0f, 20.0f, 28.0f, 29.0f, 32.0f, 33.0f, 36.0f, 37.0f, 36.0f,
                         40.0f)));
}

TEST_CASE("matrices, columns first and rows first") {
    const std::string put_all =
        "int i = opaque(1); put(m[1]); put(m[i]); put(m[i + 1][i]); put(m[0][1]); put(m[i][0]); mat3x2 n = "
        "m; put(n[2]);";
    CHECK(text(from_block("std430", "|mat3x2 m; float last;", put_all + "put(last);")) ==
          text(words(2.0f, 3.0f, 2.0f, 3.0f, 5.0f, 1.0f, 2.0f, 4.0f, 5.0f, 6.0f)));
    CHECK(text(from_block("std430, row_major", "|mat3x2 m; float last;", put_all + "put(last);")) ==
          text(words(1.0f, 5.0f, 1.0f, 5.0f, 6.0f, 4.0f, 1.0f, 2.0f, 6.0f, 8.0f)));
    CHECK(
        text(from_block("std140", "|layout(row_major) mat3x2 m; layout(column_major) mat2x3 c; float last;",
                        put_all + "put(c[i]); put(c[0][i + 1]); put(last);")) ==
        text(words(1.0f, 5.0f, 1.0f, 5.0f, 6.0f, 4.0f, 1.0f, 2.0f, 6.0f, 12.0f, 13.0f, 14.0f, 10.0f, 16.0f)));
    CHECK(text(from_block("std430", "struct S { mat2 m; float f; };|layout(row_major) S s[2]; mat3 t[2];",
                          "int i = opaque(1); put(s[i].m[0]); put(s[i].m[i][0]); put(s[i].f); put(t[i][2]); "
                          "put(t[i][i][i]);")) ==
          text(words(6.0f, 8.0f, 7.0f, 10.0f, 32.0f, 33.0f, 34.0f, 29.0f)));
}

TEST_CASE("what is written into matrices of a block lands where it is read") {
    for (const char* major : {"row_major", "column_major"}) {
        auto kernel = putter(
            "int i = opaque(1); m = mat3x2(1.0, 2.0, 3.0, 4.0, 5.0, 6.0); m[i] = vec2(7.0, 8.0); m[i + 1][i] "
            "= 9.0; m[0].x += 10.0;"
            "q[i] = m; q[i][i].yx = vec2(50.0, 60.0); put(m); put(q[1]); put(q[i][i - 1]);",
            std::string("layout(std430, binding = 1, ") + major +
                ") buffer Block { mat3x2 m; mat3x2 q[2]; };\n");
        kernel.buffers.push_back(Kernel::Words(64));
        check_put(kernel.run(), words(11.0f, 2.0f, 7.0f, 8.0f, 5.0f, 9.0f, 11.0f, 2.0f, 60.0f, 50.0f, 5.0f,
                                      9.0f, 11.0f, 2.0f));
        const auto& m = kernel.results[1];
        if (major[0] == 'r')
            CHECK(text({m.begin(), m.begin() + 7}) == text(words(11.0f, 7.0f, 5.0f, 0.0f, 2.0f, 8.0f, 9.0f)));
        else
            CHECK(text({m.begin(), m.begin() + 6}) == text(words(11.0f, 2.0f, 7.0f, 8.0f, 5.0f, 9.0f)));
    }
}

TEST_CASE("64-bit members, truth values, and an array without an end") {
    CHECK(
        text(from_block("std430", "|uint a; double d; uint64_t q; dvec2 v; bool b; bvec2 c; uint rest[];",
                        "put(uint(doubleBitsToUint64(d) >> 32)); put(q); put(uint(doubleBitsToUint64(v.y))); "
                        "put(b); put(c); put(rest.length()); put(rest[opaque(5)]);",
                        false)) == text(words(3u, 4u, 5u, 10u, true, true, true, 112, 21u)));
    auto kernel = putter(
        "d[opaque(1)] = 1.5lf; q = ~0ul; b[opaque(1)] = true; b[0] = false; v = dvec3(1.0lf, 2.0lf, 3.0lf); "
        "v.z = 4.0lf; put(b[1]);",
        "layout(std430, binding = 1) buffer Block { double d[2]; uint64_t q; bool b[2]; dvec3 v; };\n");
    kernel.buffers.push_back(Kernel::Words(16));
    kernel.run();
    CHECK(text(kernel.results[1]) == text(words(0.0, 1.5, ~std::uint64_t{0}, 0u, 1u, 1.0, 2.0, 4.0, 0u, 0u)));
    CHECK(kernel.results[0][0] == 1);
}

TEST_CASE("structures as a whole, between blocks of different layouts, shared memory and variables") {
    auto kernel = putter(
        "int i = opaque(1); S own = from[i]; own.v[1].x += 100.0; to[0] = own; to[i] = from[0]; kept[i] = "
        "from[i]; kept[0] = own; put(kept[i].v[1]); put(kept[i - 1].v[i].x); put(kept[0].b); "
        "put(kept[i].m[1][0]);",
        "struct S { float f; vec3 v[2]; bool b; mat2 m; };\nlayout(std140, binding = 1) readonly buffer From "
        "{ S from[2]; };\n"
        "layout(std430, binding = 2) buffer To { S to[2]; };\nshared S kept[2];\n");
    kernel.buffers.push_back(numbers(true));
    kernel.buffers.push_back(Kernel::Words(40));
    // std140: f 0, v 4 and 8, b 12, m 16 and 20; 24 words. std430: f 0, v 4 and 8, b 12, m 14; 20 words.
    check_put(kernel.run(), words(32.0f, 33.0f, 34.0f, 132.0f, true, 44.0f));
    const auto& to = kernel.results[2];
    CHECK(text({to.begin() + 8, to.begin() + 18}) ==
          text(words(132.0f, 33.0f, 34.0f, 0u, 1u, 0u, 40.0f, 41.0f, 44.0f, 45.0f)));
    CHECK(text({to.begin() + 20, to.begin() + 25}) == text(words(0.0f, 0u, 0u, 0u, 4.0f)));
}

TEST_CASE("explicit offsets and alignments") {
    CHECK(
        text(from_block(
            "std430", "|layout(offset = 16) uint a; layout(align = 32) uint b; layout(offset = 100) uint c;",
            "put(a); put(b); put(c);", false)) == text(words(4u, 8u, 25u)));
}

TEST_CASE("uniforms of all types") {
    const std::string declared =
        "struct S { ivec2 a; mat2x3 m; double d; };\nuniform bool b; uniform int i; uniform uvec4 u; uniform "
        "dvec2 d; uniform mat3x2 m;\n"
        "uniform float array[3]; uniform S s[2]; uniform uint64_t q; uniform bvec3 bs; uniform float preset "
        "= 2.5; uniform double wide = 1.25lf; uniform ivec2 pair[2] = ivec2[2](ivec2(1, 2), ivec2(3, 4));\n";
    auto kernel = putter(
        "int k = opaque(1); put(b); put(i); put(u); put(d); put(m); put(array[k + 1]); put(s[k].a); "
        "put(s[0].m[k]); put(s[k].d); put(q); put(bs); put(preset); put(wide); put(pair[k]);",
        declared);
    kernel.uniform_words = {{"b", {2u}},
                            {"i", words(-3)},
                            {"u", {1, 2, 3, 4}},
                            {"d", words(0.5, 0.25)},
                            {"m", words(1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f)},
                            {"array", words(7.0f, 8.0f, 9.0f)},
                            {"s", words(1, 2, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 0.5, 3, 4, 7.0f, 8.0f, 9.0f,
                                        10.0f, 11.0f, 12.0f, 1.5)},
                            {"q", words(std::uint64_t{1} << 40)},
                            {"bs", {0, 5, 0}}};
    check_put(kernel.run(),
              words(true, -3, 1u, 2u, 3u, 4u, 0.5, 0.25, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 9.0f, 3, 4, 4.0f,
                    5.0f, 6.0f, 1.5, std::uint64_t{1} << 40, false, true, false, 2.5f, 1.25, 3, 4));
    kernel = putter("put(a); put(c); put(m[1]);", "uniform uvec2 a; uniform vec4 c; uniform mat4 m;");
    kernel.uniforms = {{"a", glm::uvec2(3, 4)}, {"c", glm::vec4(1, 2, 3, 4)}, {"m", glm::mat4(2.0f)}};
    check_put(kernel.run(), words(3u, 4u, 1.0f, 2.0f, 3.0f, 4.0f, 0.0f, 2.0f, 0.0f, 0.0f));
}

TEST_CASE("specialization constants, and what is computed from them") {
    const std::string declared =
        "layout(constant_id = 1) const uint n = 3u; layout(constant_id = 2) const bool flag = false; "
        "layout(constant_id = 3) const float f = 0.5;\n"
        "layout(constant_id = 4) const int m = -7; const uint twice = n * 2u + 1u; const int rest = m % 4; "
        "const bool both = flag || n > 4u; shared uint tile[n];\n"
        "const uvec2 two = uvec2(n, twice);\n";
    const std::string inside =
        "uint t[twice]; t[n] = 8u; put(n); put(flag); put(f); put(m); put(twice); put(both); put(two); "
        "put(tile.length()); put(t.length()); put(flag ? n : twice); put(m / 2); put(m >> 1); put(uint(m) >> "
        "28u); put(-m); put(~n); put(n == 3u); put(m < 0); put(two.y);";
    auto kernel = putter(inside, declared);
    check_put(kernel.run(),
              words(3u, false, 0.5f, -7, 7u, false, 3u, 7u, 3, 7, 7u, -3, -4, 15u, 7, ~3u, true, true, 7u));
    kernel.constants = {{1, 5}, {2, 1}, {3, std::bit_cast<std::uint32_t>(2.0f)}, {4, 9}};
    check_put(kernel.run(),
              words(5u, true, 2.0f, 9, 11u, true, 5u, 11u, 5, 11, 5u, 4, 4, 0u, -9, ~5u, false, false, 11u));
    Kernel sized{.text =
                     "layout(local_size_x_id = 7, local_size_y = 2) in;\nlayout(std430, binding = 0) buffer "
                     "Data { uint data[]; };\n"
                     "void main() { data[gl_LocalInvocationIndex] = gl_WorkGroupSize.x * 10u + "
                     "gl_WorkGroupSize.y; }\n",
                 .buffers = {Kernel::Words(32)},
                 .constants = {{7, 16}}};
    CHECK(sized.found() == "");
    CHECK(text(sized.results[0]) == text(Kernel::Words(32, 162)));
}

TEST_SUITE_END();
