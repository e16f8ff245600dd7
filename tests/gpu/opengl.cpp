// SPDX-License-Identifier: MIT
// OpenGL as the device: what the driver really does.
#include <glad/gl.h>

#include <numeric>
#include <utility>

#include "common/device/buffer.hpp"
#include "common/device/timer.hpp"
#include "tests/gpu/bench.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Bench, "the device says who it is and what it can do") {
        if (!device) return;
        const auto& info = device->info();
        CHECK(!info.renderer.empty());
        CHECK(info.limits.workgroup_invocations >= 1024);
        CHECK(info.limits.workgroup_count.x >= 65535);
        CHECK(info.limits.shared_bytes >= 32768);
        CHECK(info.limits.buffer_bytes >= 1 << 24);
        CHECK(info.limits.buffer_bindings >= 8);
        CHECK(info.subgroups.back() == SubgroupBackend::shared);
    }

    TEST_CASE_FIXTURE(Bench, "what is uploaded is read back; elements that nobody wrote are marked") {
        if (!device) return;
        std::vector<std::uint32_t> values(100000);
        std::iota(values.begin(), values.end(), 7u);
        CHECK(device->read(device->buffer(values)) == values);
        CHECK(device->read(device->buffer<std::uint32_t>(std::size_t{3})) ==
              std::vector<std::uint32_t>(3, 0xA5A5A5A5u));
    }

    TEST_CASE_FIXTURE(Bench, "a dispatch sees what the one before it wrote") {
        if (!device) return;
        auto add = program(
            "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer D { uint d[]; };\nuniform "
            "uint by;\n"
            "void main() { d[gl_GlobalInvocationID.x] += by; }\n");
        auto data = device->buffer(std::vector<std::uint32_t>(640, 0));
        for (std::uint32_t by = 1; by <= 10; ++by) {
            add.set("by", by);
            device->dispatch(add, {10, 1, 1}, {inout(0, data)});
        }
        CHECK(device->read(data) == std::vector<std::uint32_t>(640, 55));
    }

    TEST_CASE_FIXTURE(Bench, "a large buffer is written, filled, copied, bound and read like a small one") {
        if (!device) return;
        auto add = program(
            "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer D { uint d[]; };\n"
            "uniform uint at;\nvoid main() { d[at + gl_GlobalInvocationID.x] += 5u; }\n");
        auto& backend = device->backend();
        const std::size_t n = (33u << 18) + 77;  // 33 MiB and not a whole page
        const std::vector<std::uint32_t> words{1, 2, 3, 4};
        auto large = device->buffer<std::uint32_t>(n), other = device->buffer<std::uint32_t>(n);
        CHECK(device->read(large) == std::vector<std::uint32_t>(n, 0xA5A5A5A5u));
        backend.fill(large.handle(), 7);
        backend.write(large.handle(), 4 * (n - 4), std::as_bytes(std::span(words)));
        add.set("at", static_cast<std::uint32_t>(n - 64));
        device->dispatch(add, {1, 1, 1}, {inout(0, large)});
        backend.copy(large.handle(), other.handle(), 4 * n);
        std::vector<std::uint32_t> expected(n, 7), last(4);
        std::fill(expected.end() - 64, expected.end() - 4, 12);
        std::ranges::copy(std::vector<std::uint32_t>{6, 7, 8, 9}, expected.end() - 4);
        CHECK((device->read(other) == expected));
        backend.read(other.handle(), 4 * (n - 4), std::as_writable_bytes(std::span(last)));
        CHECK(last == std::vector<std::uint32_t>{6, 7, 8, 9});
    }

    TEST_CASE_FIXTURE(Bench, "if a sparse buffer gets no memory, an ordinary one replaces it") {
        if (!device) return;
        // A driver without the extension rejects the storage; one with it reports an error after the
        // commitment.
        const auto had = std::exchange(GLAD_GL_ARB_sparse_buffer, 1);
        const auto commit = glad_glNamedBufferPageCommitmentARB;
        static int commitments;
        commitments = 0;
        glad_glNamedBufferPageCommitmentARB = [](GLuint, GLintptr, GLsizeiptr, GLboolean) {
            ++commitments;
            glEnable(GL_NONE);
        };
        {
            const auto small = device->buffer<std::uint32_t>(std::size_t{1} << 20);
            CHECK(commitments == 0);
            const std::vector<std::uint32_t> values(std::size_t{1} << 23, 3);
            const auto large = device->buffer(values);
            CHECK(commitments == 1);
            CHECK((device->read(large) == values));
        }
        GLAD_GL_ARB_sparse_buffer = had;
        glad_glNamedBufferPageCommitmentARB = commit;
    }

    TEST_CASE_FIXTURE(Bench, "a mapped buffer is the same memory for the CPU and for shaders") {
        if (!device) return;
        auto add = program(
            "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer D { uint d[]; };\n"
            "void main() { d[gl_GlobalInvocationID.x] += 5u; }\n");
        MappedBuffer<std::uint32_t> both(device->backend(), 640);
        REQUIRE(both.values().size() == 640);
        std::ranges::fill(both.values(), 1u);
        for (int frame = 0; frame < 3; ++frame) {
            device->dispatch(add, {10, 1, 1}, {inout(0, both.buffer())});  // waits until it has finished
            CHECK(both.values()[639] == 6);
            both.values()[639] = 1;
        }
        CHECK(both.values()[0] == 16);
        CHECK(device->read(both.buffer())[639] == 1);
        auto moved = std::move(both);
        CHECK(moved.values()[0] == 16);
    }

    TEST_CASE_FIXTURE(Bench, "uniforms of every type arrive") {
        if (!device) return;
        auto echo = program(
            "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer D { float d[]; };\n"
            "uniform uint a; uniform int b; uniform float c; uniform uvec2 e; uniform uvec3 f; uniform vec2 "
            "g; uniform vec4 h;\n"
            "void main() { d[0] = float(a); d[1] = float(b); d[2] = c; d[3] = float(e.y); d[4] = float(f.z); "
            "d[5] = g.y; d[6] = h.w; }\n");
        echo.set("a", 1u)
            .set("b", -2)
            .set("c", 3.5F)
            .set("e", glm::uvec2(0, 4))
            .set("f", glm::uvec3(0, 0, 5));
        echo.set("g", glm::vec2(0, 6)).set("h", glm::vec4(0, 0, 0, 7));
        auto data = device->buffer<float>(std::size_t{7});
        device->dispatch(echo, {1, 1, 1}, {out(0, data)});
        CHECK(device->read(data) == std::vector<float>{1, -2, 3.5, 4, 5, 6, 7});
    }

    TEST_CASE_FIXTURE(Bench, "an image is sampled, stored and read back, its first row on top") {
        if (!device) return;
        auto invert = program(
            "layout(local_size_x = 8, local_size_y = 8) in;\n"
            "layout(binding = 0) uniform sampler2D from;\n"
            "layout(binding = 0, rgba8) writeonly uniform image2D to;\n"
            "void main() {\n"
            "    const ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = imageSize(to);\n"
            "    if (p.x < size.x && p.y < size.y)\n"
            "        imageStore(to, ivec2(p.x, size.y - 1 - p.y), texture(from, (vec2(p) + 0.5) / "
            "vec2(size)));\n"
            "}\n");
        const glm::uvec2 size{13, 7};
        std::vector<Pixel> pixels, flipped;
        for (std::uint32_t y = 0; y < size.y; ++y)
            for (std::uint32_t x = 0; x < size.x; ++x) pixels.emplace_back(20 * x, 30 * y, x ^ y, 255);
        for (std::uint32_t y = 0; y < size.y; ++y)
            for (std::uint32_t x = 0; x < size.x; ++x)
                flipped.push_back(pixels[(size.y - 1 - y) * size.x + x]);
        auto from = device->image(size, pixels), to = device->image(size);
        CHECK(device->read(from) == pixels);
        CHECK(device->read(to) == std::vector<Pixel>(pixels.size(), Pixel(0xA5)));
        device->dispatch(invert, {2, 1, 1}, {sampled(0, from), out(0, to)});
        CHECK(device->read(to) == flipped);
        CHECK(contains(error_of([&] {
                           device->dispatch(invert, {2, 1, 1}, {sampled(0, from)});
                       }).second,
                       "uses image2D 'to' at image unit 0"));
        CHECK(contains(error_of([&] {
                           device->dispatch(invert, {2, 1, 1}, {sampled(0, from), in(0, to)});
                       }).second,
                       "may write image 'to'"));
        const auto largest = device->limits().image_size;
        CHECK(contains(error_of([&] {
                           device->image({largest + 1, 1});
                       }).second,
                       "above this driver's limit"));
    }

    TEST_CASE_FIXTURE(
        Bench, "a buffer that the shader uses but nobody passes is named; a dropped uniform is a note") {
        if (!device) return;
        auto copy = program(
            "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) readonly buffer From { uint from[]; "
            "};\n"
            "layout(std430, binding = 1) buffer To { uint to[]; };\nuniform uint idle;\nvoid main() { to[0] "
            "= from[0]; }\n");
        copy.set("idle", 1u);
        CHECK(copy.take_notes().size() == 1);
        auto from = device->buffer<std::uint32_t>({5});
        CHECK(contains(error_of([&] {
                           device->dispatch(copy, {1, 1, 1}, {in(0, from)});
                       }).second,
                       "buffer 'To' at binding 1"));
    }

    TEST_CASE_FIXTURE(
        Bench, "what the driver refuses is thrown by the call that asked for it, and later calls are clean") {
        if (!device) return;
        CHECK(contains(sentence_of(ExitCode::machine_lacks,
                                   [&] { device->backend().create_buffer(std::size_t{1} << 63); }),
                       "allocating a buffer of 9223372036854775808 bytes"));
        CHECK(device->read(device->buffer<std::uint32_t>({1})) == std::vector<std::uint32_t>{1});
    }

    TEST_CASE_FIXTURE(Bench, "a shader with an error is explained with file and line") {
        if (!device) return;
        const auto page = sentence_of(ExitCode::shader_does_not_build, [&] {
            program("layout(local_size_x = 1) in;\nvoid main() {\n    uint a = missing;\n}\n");
        });
        CHECK(contains(page, "test.comp:4"));
        CHECK(contains(page, "uint a = missing;"));
    }

    TEST_CASE_FIXTURE(Bench, "the driver reports where the members of a storage block are") {
        if (!device) return;
        const auto made = program(
            "layout(local_size_x = 1) in;\nstruct P { vec3 a; vec3 b; float c; };\n"
            "layout(std430, binding = 0) buffer D { uint n; P p[]; };\n"
            "layout(std430, binding = 1) buffer E { vec4 e[]; };\n"
            "void main() { p[0].a = p[1].b * p[2].c * float(n); e[0] = e[1]; }\n");
        const auto place = [&](const std::string& name) {
            for (const auto& variable : made.variables())
                if (variable.name == name) return variable;
            return Built::Variable{"none", "", 0, 0};
        };
        CHECK(place("n").offset == 0);
        CHECK(place("n").element_bytes == 0);
        CHECK(place("p[0].a").offset == 16);  // after n, at the next multiple of a vec3's 16 bytes
        CHECK(place("p[0].a").type == "vec3");
        CHECK(place("p[0].b").offset == 32);
        CHECK(place("p[0].c").offset == 44);
        CHECK(place("p[0].c").element_bytes == 32);
        CHECK(place("e[0]").element_bytes == 16);
    }

    TEST_CASE_FIXTURE(Bench, "the timer measures work that the GPU really does") {
        if (!device) return;
        auto spin = program(
            "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer D { uint d[]; };\nuniform "
            "uint rounds;\n"
            "void main() { uint x = gl_GlobalInvocationID.x; for (uint i = 0u; i < rounds; ++i) x = x * "
            "747796405u + 1u; d[gl_GlobalInvocationID.x] = x; }\n");
        auto data = device->buffer<std::uint32_t>(std::size_t{6400});
        const auto elapsed = [&](std::uint32_t rounds) {
            spin.set("rounds", rounds);
            device->dispatch(spin, {100, 1, 1}, {out(0, data)});
            Timer timer(*device);
            device->dispatch(spin, {100, 1, 1}, {out(0, data)});
            return timer.elapsed_ms();
        };
        const double little = elapsed(1), much = elapsed(100000);
        CHECK(little > 0);
        CHECK(much > little);
    }

    TEST_CASE_FIXTURE(Bench, "folded grids reach every element once") {
        if (!device) return;
        auto mark = program(
            "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer D { uint d[]; };\n#include "
            "\"grid.glsl\"\nuniform uint n;\n"
            "void main() { uint i = flat_invocation(); if (i < n) atomicAdd(d[i], 1u); }\n");
        for (const std::uint32_t n : {1u, 63u, 64u, 65u, 5000u}) {
            auto data = device->buffer(std::vector<std::uint32_t>(n, 0));
            Limits narrow = device->limits();
            narrow.workgroup_count.x = 7;
            mark.set("n", n);
            device->dispatch(mark, groups_for(n, 64, narrow), {inout(0, data)});
            CHECK(device->read(data) == std::vector<std::uint32_t>(n, 1));
        }
    }
}
