// SPDX-License-Identifier: MIT
// Images: loads, stores, atomics, samples, fetches, sizes.
#include <spirv/unified1/spirv.hpp>

#include "tests/sim/expressions.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

namespace {

Kernel with_images(const std::string& declared, const std::string& inside,
                   std::vector<Kernel::Image> images) {
    auto kernel = putter(inside, declared);
    kernel.images = std::move(images);
    kernel.run();
    return kernel;
}

Kernel::Words first(const Kernel& kernel, std::size_t count) {
    return {kernel.results.at(0).begin(), kernel.results.at(0).begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

TEST_CASE("texels of bytes are loaded and stored rounded and clamped") {
    const auto kernel = with_images("layout(rgba8, binding = 0) uniform image2D a;",
                                    "put(imageLoad(a, ivec2(opaque(1), 1))); imageStore(a, ivec2(2, 0), "
                                    "vec4(opaque(0.5), 2.0, -1.0, 1.0)); put(imageSize(a));",
                                    {{{3, 2, 1}, spv::ImageFormatRgba8, {0, 0, 0, 0, 0xFF00FF33u, 0}}});
    check_put(kernel, words(0.2f, 1.0f, 0.0f, 1.0f, 3, 2));
    CHECK(kernel.images[0].texels[2] == 0xFF00FF80u);
}

TEST_CASE("texels of words: whole numbers, floats, four of each, in one, two and three dimensions") {
    const auto kernel = with_images(
        "layout(r32ui, binding = 0) uniform uimage1D u; layout(rgba32f, binding = 1) uniform image3D f; "
        "layout(r32i, binding = 2) uniform iimage2DArray i; layout(r32f, binding = 3) writeonly uniform "
        "image2D w;",
        "put(imageLoad(u, opaque(2))); imageStore(u, 0, uvec4(5u)); put(imageLoad(f, ivec3(opaque(1), 0, "
        "1))); imageStore(f, ivec3(0, 0, 1), vec4(1.0, 2.0, 3.0, 4.0));"
        "put(imageLoad(i, ivec3(0, 1, opaque(1))).x); imageStore(w, ivec2(1, 0), vec4(opaque(0.1), 9.0, 9.0, "
        "9.0)); put(imageSize(u)); put(imageSize(f)); put(imageSize(i)); put(imageSize(w));",
        {{{3, 1, 1}, spv::ImageFormatR32ui, {1, 2, 3}},
         {{2, 1, 2},
          spv::ImageFormatRgba32f,
          words(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 10.0f, 11.0f, 12.0f, 13.0f)},
         {{1, 2, 2}, spv::ImageFormatR32i, words(1, 2, 3, -4)},
         {{2, 1, 1}, spv::ImageFormatR32f, words(0.0f, 0.0f)}});
    check_put(kernel, words(3u, 0u, 0u, 1u, 10.0f, 11.0f, 12.0f, 13.0f, -4, 3, 2, 1, 2, 1, 2, 2, 2, 1));
    CHECK(kernel.images[0].texels[0] == 5);
    CHECK(kernel.images[3].texels == words(0.0f, 0.1f));
}

TEST_CASE("atomics on images") {
    const auto kernel = with_images(
        "layout(r32ui, binding = 0) uniform uimage2D u; layout(r32i, binding = 1) uniform iimage1D s;",
        "ivec2 p = ivec2(opaque(1), 0); put(imageAtomicAdd(u, p, 5u)); put(imageAtomicMin(u, p, 3u)); "
        "put(imageAtomicMax(u, p, 9u)); put(imageAtomicAnd(u, p, 12u)); put(imageAtomicOr(u, p, 3u));"
        "put(imageAtomicXor(u, p, 6u)); put(imageAtomicExchange(u, p, 77u)); put(imageAtomicCompSwap(u, p, "
        "77u, 78u)); put(imageLoad(u, p).x); put(imageAtomicMin(s, 0, -5)); put(imageAtomicMax(s, 0, 2)); "
        "put(imageLoad(s, 0).x);",
        {{{2, 1, 1}, spv::ImageFormatR32ui, {0, 10}}, {{1, 1, 1}, spv::ImageFormatR32i, words(-3)}});
    check_put(kernel, words(10u, 15u, 3u, 9u, 8u, 11u, 13u, 77u, 78u, -3, -5, 2));
}

TEST_CASE("sampling is bilinear and clamps to the edge; fetches take texels as they are") {
    const auto kernel = with_images(
        "layout(binding = 0) uniform sampler2D s;",
        "put(textureLod(s, vec2(0.5, opaque(0.25)), 0.0).x); put(texture(s, vec2(0.25, opaque(0.25))).x); "
        "put(textureLod(s, vec2(5.0, opaque(-3.0)), 0.0).x); put(texelFetch(s, ivec2(opaque(1), 1), 0).xw); "
        "put(textureSize(s, 0));"
        "put(texelFetchOffset(s, ivec2(opaque(0), 0), 0, ivec2(1, 1)).x); put(textureLod(s, "
        "vec2(opaque(0.5)), 0.0).x); put(textureGrad(s, vec2(0.25, opaque(0.25)), vec2(0.0), vec2(0.0)).x);",
        {{{2, 2, 1}, spv::ImageFormatRgba8, {0x00000000u, 0x000000FFu, 0x00000033u, 0xFF000066u}, true}});
    check_put(kernel, words(0.5f, 0.0f, 1.0f, 0.4f, 1.0f, 2, 2, 0.4f, (1.0f + 0.2f + 0.4f) / 4, 0.0f));
}

TEST_CASE("a texture has one level") {
    for (const int level : {-1, 0, 1}) {
        const auto kernel =
            with_images("layout(binding = 0) uniform sampler2D s;",
                        "put(texelFetch(s, ivec2(0), opaque(" + std::to_string(level) + ")).w);",
                        {{{1, 1, 1}, spv::ImageFormatRgba8, {0xFFu}, true}});
        CHECK(kernel.faults().starts_with("undefined result") == (level != 0));
    }
}

TEST_CASE("an image handed to a function, and texels beyond its edge") {
    auto kernel = with_images(
        "layout(binding = 0) uniform sampler2D a; vec4 at(sampler2D one, ivec2 p) { return texelFetch(one, "
        "p, 0); }",
        "put(at(a, ivec2(opaque(0), 0)).x);", {{{1, 1, 1}, spv::ImageFormatRgba8, {0xFFu}, true}});
    CHECK(kernel.faults() == "");
    CHECK(first(kernel, 1) == words(1.0f));
    kernel = with_images(
        "layout(rgba8, binding = 0) uniform image2D a;",
        "put(imageLoad(a, ivec2(opaque(1), 0)).x); imageStore(a, ivec2(0, opaque(-1)), vec4(1.0));",
        {{{1, 1, 1}, spv::ImageFormatRgba8, {0xFFu}}});
    CHECK(kernel.faults() == "");
    REQUIRE(kernel.report.findings.size() == 1);
    CHECK(kernel.report.findings[0].fault == "outside the image");
    CHECK(kernel.report.findings[0].sentence.find("reads texel (1, 0)") != std::string::npos);
    CHECK(first(kernel, 1) == words(0.0f));
    CHECK(kernel.images[0].texels[0] == 0xFFu);
}

TEST_CASE(
    "an image of another format than the shader's, and samplers that the simulator has not, are errors") {
    CHECK_THROWS_AS(with_images("layout(r32ui, binding = 0) uniform uimage2D a;",
                                "put(imageLoad(a, ivec2(0)));", {{{1, 1, 1}, spv::ImageFormatRgba8, {0}}}),
                    Error);
    for (const std::string all :
         {"samplerCube s;|texture(s, vec3(0.5))", "samplerCubeArray s;|texture(s, vec4(0.5))",
          "sampler2DShadow s;|texture(s, vec3(0.5))", "sampler2DArrayShadow s;|texture(s, vec4(0.5))",
          "sampler2D s;|textureProj(s, vec3(0.5))", "sampler2DMS s;|texelFetch(s, ivec2(0), 0)",
          "sampler2D s;|textureQueryLod(s, vec2(0.5))", "sampler2DRect s;|texelFetch(s, ivec2(0))",
          "sampler2DShadow s;|textureGather(s, vec2(0.5), 0.5)"}) {
        CAPTURE(all);
        const auto bar = all.find('|');
        CHECK_THROWS_AS(
            with_images("layout(binding = 0) uniform " + all.substr(0, bar),
                        "put(" + all.substr(bar + 1) + ");", {{{1, 1, 1}, spv::ImageFormatRgba8, {0}, true}}),
            Error);
    }
}

TEST_SUITE_END();
