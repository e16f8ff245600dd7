// SPDX-License-Identifier: MIT
// Points drawn from the buffer that a dispatch wrote, without a copy.
#include "tests/gpu/bench.hpp"

using namespace pbp;
using namespace pbp::test;

namespace {

// A point per element: one column each, in the middle of its pixel; element i is in row d[i].
const std::string vertex = R"(#version 450 core
layout(std430, binding = 0) readonly buffer D { uint d[]; };
uniform uvec2 size;
uniform mat4 move;
void main() {
    const vec2 pixel = vec2(float(gl_VertexID), float(d[gl_VertexID])) + 0.5;
    gl_Position = move * vec4(2.0 * pixel.x / float(size.x) - 1.0, 1.0 - 2.0 * pixel.y / float(size.y), 0.0, 1.0);
    gl_PointSize = 1.0;
}
)";
const std::string fragment = R"(#version 450 core
layout(location = 0) out vec4 color;
uniform vec4 paint;
void main() { color = paint; }
)";

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Bench, "points are where the dispatch before put them; the first row is on top") {
        if (!device) return;
        auto rows = program(
            "layout(local_size_x = 4) in;\nlayout(std430, binding = 0) buffer D { uint d[]; };\n"
            "void main() { d[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x / 2u; }\n");
        folder.write("shaders/points.vert", vertex);
        folder.write("shaders/points.frag", fragment);
        auto points = device->drawing("points.vert", "points.frag");
        auto data = device->buffer<std::uint32_t>(std::size_t{4});
        const glm::uvec2 size{4, 3};
        auto image = device->image(size);

        device->dispatch(rows, {1, 1, 1}, {out(0, data)});
        device->clear(image, {0, 0, 0, 1});
        points.set("size", size).set("move", glm::mat4(1)).set("paint", glm::vec4(1, 0, 0, 0.5));
        device->draw_points(points, 4, {in(0, data)}, image);

        const auto pixels = device->read(image);
        for (std::uint32_t y = 0; y < 3; ++y)
            for (std::uint32_t x = 0; x < 4; ++x) {
                CAPTURE(x);
                CAPTURE(y);
                const int red = pixels[y * 4 + x].x;
                CHECK((x / 2 == y ? std::abs(red - 128) <= 1 : red == 0));
            }
    }

    TEST_CASE_FIXTURE(Bench,
                      "an error in a shader that draws is shown at its line; what is missing is named") {
        if (!device) return;
        folder.write("shaders/points.vert", vertex);
        folder.write("shaders/points.frag",
                     "#version 450 core\nout vec4 color;\nvoid main() { color = paint; }\n");
        CHECK(contains(sentence_of(ExitCode::shader_does_not_build,
                                   [&] { device->drawing("points.vert", "points.frag"); }),
                       "points.frag:3"));
        folder.write("shaders/points.frag", fragment);
        auto points = device->drawing("points.vert", "points.frag");
        auto image = device->image({2, 2});
        CHECK(
            contains(error_of([&] { device->draw_points(points, 1, {}, image); }).second, "uses buffer 'D'"));
        CHECK(error_of([&] { device->window(); }).first == ExitCode::machine_lacks);
    }
}
