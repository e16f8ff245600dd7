// SPDX-License-Identifier: MIT
#include "common/glsl/declared.hpp"

#include "tests/glsl/folder.hpp"

using namespace pbp::glsl;
using namespace pbp::glsl::test;

namespace {
std::string uniforms(std::string_view text) {
    std::string list;
    for (const auto& uniform : declared(text).uniforms) {
        list += uniform.type + " " + uniform.name;
        if (uniform.binding >= 0) list += " at " + std::to_string(uniform.binding);
        list += uniform.writes ? "; " : " (r); ";
    }
    return list;
}
std::string buffers(std::string_view text) {
    std::string list;
    for (const auto& [name, binding, writes] : declared(text).buffers)
        list += name + " " + std::to_string(binding) + (writes ? " rw; " : " r; ");
    return list;
}
}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("plain uniforms, in lists, with arrays, layouts, precision and defaults") {
    CHECK(uniforms("uniform uint n;") == "uint n; ");
    CHECK(uniforms("layout(location = 3) uniform highp uint a, b[4], c = 7u;") == "uint a; uint b; uint c; ");
    CHECK(uniforms("uniform vec2 v = vec2(1.0, 2.0), w[2] = vec2[2](vec2(0), vec2(1));") ==
          "vec2 v; vec2 w; ");
    CHECK(uniforms("uniform sampler2D t; layout(binding = 0, r32ui) uniform readonly uimage2D i;") ==
          "sampler2D t; uimage2D i at 0 (r); ");
    CHECK(uniforms("#define KEY uint\nuniform KEY k;") == "uint k; ");
    CHECK(uniforms("uniform uint[4] a;") == "uint a; ");
}

TEST_CASE("what only looks like a uniform is not one") {
    CHECK(uniforms("// uniform uint a;\n/* uniform uint b; */") == "");
    CHECK(uniforms("uint uniformity; void f(uint n) { uint m; for (;;) { n++; } }\nuniform int after;") ==
          "int after; ");
    CHECK(uniforms("layout(std140, binding = 1) uniform Block { uint inside; } block; uniform uint n;") ==
          "uint n; ");
    CHECK(uniforms("struct P { vec4 x; }; uniform P p;") == "P p; ");
}

TEST_CASE("uniform blocks, with and without an instance name") {
    const auto text =
        "layout(std140, binding = 1) uniform Block { uint inside; } block; uniform uint n;\n"
        "buffer B { uint b[]; }; struct S { uint s; }; uniform Other { vec4 v; };";
    CHECK(declared(text).uniform_blocks == std::vector<std::string>{"Block", "Other"});
}

TEST_CASE("storage blocks, with their binding and whether the shader may write") {
    CHECK(buffers("layout(std430, binding = 0) buffer Data { uint data[]; };") == "Data 0 rw; ");
    CHECK(buffers("layout(binding = 2, std430) readonly restrict buffer In { uvec4 a[]; } in_;") ==
          "In 2 r; ");
    CHECK(buffers("readonly layout(std430) layout(binding=0x3) buffer A { uint a; };") == "A 3 r; ");
    CHECK(buffers("layout(binding = 1u) writeonly buffer Out { uint o[]; };") == "Out 1 rw; ");
    CHECK(buffers("buffer None { uint n; }; layout(std430) buffer; layout(binding = 4) buffer B { uint b[4]; "
                  "} two[2];") == "None -1 rw; B 4 rw; ");
    CHECK(buffers("layout(binding = 0) buffer A { readonly uint a; readonly uint b[]; };") == "A 0 r; ");
    CHECK(buffers("layout(binding = 0) buffer A { readonly uint a; uint b[]; };") == "A 0 rw; ");
}

TEST_CASE("calls of a macro before a block are no part of its name") {
    const std::string calls = "#define MAKE(T) T f(T v) { return v; }\nMAKE(uint)\nMAKE(float)\n";
    CHECK(buffers(calls + "layout(std430, binding = 6) restrict buffer Log { uint words[]; };") ==
          buffers("layout(std430, binding = 6) restrict buffer Log { uint words[]; };"));
}

TEST_CASE("a binding may be a macro for an integer, and nothing more complicated") {
    CHECK(buffers("#define SLOT 5\n#define IN SLOT\nlayout(binding = IN) buffer A { uint a; };") ==
          "A 5 rw; ");
    CHECK(buffers("layout(binding = SLOT) buffer A { uint a; };") == "A -2 rw; ");
    CHECK(buffers("layout(binding = 1 + 1) buffer A { uint a; };") == "A -2 rw; ");
    CHECK(buffers("#define A B\n#define B A\nlayout(binding = A) buffer X { uint a; };") == "X -2 rw; ");
    CHECK(buffers("#define LAYOUT \\\n 5 + 1\nlayout(binding = 1) buffer A { uint a; };") == "A 1 rw; ");
}

TEST_CASE("text in an #ifdef whose condition is false is not declared") {
    const std::string traced =
        "#ifdef TRACE\nuniform uint cells;\n#else\nuniform uint none;\n#endif\nuniform uint n;\n";
    CHECK(uniforms(traced) == "uint none; uint n; ");
    CHECK(uniforms("#define TRACE 1\n" + traced) == "uint cells; uint n; ");
    CHECK(uniforms("#define TRACE\n#undef TRACE\n" + traced) == "uint none; uint n; ");
    CHECK(uniforms("#if 1 + 1 == 2\nuniform int a;\n#else\nuniform int b;\n#endif\n") == "int a; int b; ");
    CHECK(uniforms(
              "#ifndef A\n#define A\n#ifdef A\nuniform int a;\n#endif\n#elif B\nuniform int b;\n#endif\n") ==
          "int a; ");
    CHECK(uniforms("#ifdef GL_KHR_x\nuniform int a;\n#else\nuniform int b;\n#endif\n") == "int a; int b; ");
    CHECK(uniforms("#endif\n#else\n#elif\n#\n#define\n#ifdef\nuniform int a;\n#endif\nuniform int b;") ==
          "int b; ");
}

TEST_CASE("text that ends abruptly is read without harm") {
    const std::string text =
        "#define N 3\nlayout(binding = N) readonly buffer A { uint a[]; } x;\nuniform vec2 v[2] = "
        "vec2[2](vec2(0), vec2(1));\nvoid main() { /* c */ x.a[0] = 1; } // end";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        declared(text.substr(0, size));
        declared(text.substr(size));
    }
    CHECK(buffers(text) == "A 3 r; ");
}

TEST_CASE("nearest() finds the intended name") {
    CHECK(nearest("strde", {"block", "stride", "strand"}) == "stride");
    CHECK(nearest("block", {"blocks", "block"}) == "block");
    CHECK(nearest("Stride", {"stride"}) == "stride");
    CHECK(nearest("stride", {"xyz", "astride_x2"}) == "");
    CHECK(nearest("n", {"k"}) == "");
    CHECK(nearest("", {"a"}) == "");
    CHECK(nearest("a", {}) == "");
}

TEST_CASE("a local size counts as typed where all of it is numbers") {
    using pbp::glsl::typed_local_size;
    CHECK(typed_local_size("layout(local_size_x = 8) in;") == 8);
    CHECK(typed_local_size("layout (local_size_x=8u, local_size_y = 0x4) in;") == 32);
    CHECK(typed_local_size("// layout(local_size_x = 8) in;\nlayout(local_size_x = LOCAL_SIZE) in;") == 0);
    CHECK(typed_local_size("layout(local_size_x = 8, local_size_y = ROWS) in;") == 0);
    CHECK(typed_local_size("layout(local_size_x = 4000000000, local_size_y = 4000000000) in;") == 0);
    CHECK(typed_local_size("layout(local_size_x") == 0);
    CHECK(typed_local_size("") == 0);
}
TEST_SUITE_END();
