// SPDX-License-Identifier: MIT
// The steps of an operation, replayed: on a backend without a GPU, and on OpenGL.
#include "common/device/recording_backend.hpp"

#include <numeric>

#include "tests/gpu/bench.hpp"
#include "tests/support/fake_backend.hpp"

using namespace pbp;
using namespace pbp::test;

namespace {

using Words = std::vector<std::uint32_t>;

std::string shader(const std::string& name, const std::string& first_access) {
    return "#version 450 core\n// fake: " + name +
           "\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) " + first_access +
           " buffer A { uint a[]; };\nlayout(std430, binding = 1) buffer B { uint b[]; };\nuniform uint by;\n"
           "void main() {}\n";
}

/// A recorded device with two shaders: "add" makes b = a + by, "count" adds `by` to each of a, and to b[0].
struct Recorded {
    Folder folder;
    FakeBackend* fake = nullptr;
    RecordingBackend* recorder = nullptr;
    Device device{[&] {
                      folder.write("shaders/add.comp", shader("add", "readonly"));
                      folder.write("shaders/count.comp", shader("count", ""));
                      auto backend = std::make_unique<FakeBackend>(std::map<std::string, FakeBackend::Kernel>{
                          {"add",
                           [](const FakeBackend::Call& call) {
                               for (std::size_t i = 0; i < call.buffers[0]->size(); ++i)
                                   (*call.buffers[1])[i] = (*call.buffers[0])[i] + call.uniform("by");
                           }},
                          {"count", [](const FakeBackend::Call& call) {
                               for (auto& word : *call.buffers[0]) word += call.uniform("by");
                               (*call.buffers[1])[0] += call.uniform("by");
                           }}});
                      fake = backend.get();
                      auto recording = std::make_unique<RecordingBackend>(std::move(backend));
                      recorder = recording.get();
                      return recording;
                  }(),
                  {folder.path() / "shaders", {}, {}}};

    /// Runs one dispatch that belongs to the operation.
    void dispatch(Program& program, std::uint32_t by, std::initializer_list<Argument> arguments) {
        program.set("by", by);
        recorder->want_dispatches(true);
        device.dispatch(program, {1, 1, 1}, arguments);
        recorder->want_dispatches(false);
    }
    Words words(Handle buffer, std::size_t count) {
        Words got(count);
        device.backend().read(buffer, 0, std::as_writable_bytes(std::span(got)));
        return got;
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Recorded, "an operation is repeated with the uniforms that it had") {
        recorder->begin();
        auto add = device.program("add.comp");
        auto a = device.buffer<std::uint32_t>({1, 2}), b = device.buffer<std::uint32_t>(std::size_t{2}),
             c = device.buffer<std::uint32_t>(std::size_t{2});
        dispatch(add, 10, {in(0, a), out(1, b)});
        dispatch(add, 100, {in(0, b), out(1, c)});
        add.set("by", 5u);  // part of no step
        Recording recording = recorder->end();
        CHECK(recording.steps() == 2);
        CHECK(!recording.restores());
        CHECK(recording.bytes() == 24);
        CHECK(recording.only_writes(c.handle()));
        CHECK(!recording.only_writes(b.handle()));
        device.fill(b, 0);
        device.fill(c, 0);
        recording.replay();
        CHECK(device.read(c) == Words{111, 112});
        device.write(a, Words{7, 8});
        recording.replay(3);
        CHECK(device.read(c) == Words{117, 118});
    }

    TEST_CASE_FIXTURE(Recorded, "a uniform that is set already is not set again") {
        recorder->begin();
        auto add = device.program("add.comp"), other = device.program("add.comp");
        auto a = device.buffer<std::uint32_t>({1}), b = device.buffer<std::uint32_t>(std::size_t{1});
        for (int i = 0; i < 3; ++i) dispatch(add, 10, {in(0, a), out(1, b)});
        dispatch(other, 1, {in(0, a), out(1, b)});
        Recording recording = recorder->end();
        fake->sets = 0;
        recording.replay(10);
        CHECK(fake->sets == 0);

        recorder->begin();
        for (const std::uint32_t by : {1, 1, 2, 1}) dispatch(add, by, {in(0, a), out(1, b)});
        Recording changing = recorder->end();
        fake->sets = 0;
        changing.replay(10);
        CHECK(fake->sets == 20);  // to 2 and back
        CHECK(device.read(b) == Words{2});
    }

    TEST_CASE_FIXTURE(Recorded, "what is both read and overwritten is restored; what is only filled is not") {
        recorder->begin();
        auto count = device.program("count.comp");
        auto data = device.buffer<std::uint32_t>({1, 2, 3}), cleared = device.buffer({9u});
        device.fill(cleared, 0);
        dispatch(count, 10, {inout(0, data), inout(1, cleared)});
        Recording recording = recorder->end();
        CHECK(recording.steps() == 2);
        REQUIRE(recording.restores());
        CHECK(device.read(data) == Words{11, 12, 13});
        fake->copies = 0;
        for (int i = 0; i < 3; ++i) {
            recording.restore();
            CHECK(device.read(data) == Words{1, 2, 3});
            recording.replay();
            CHECK(device.read(data) == Words{11, 12, 13});
            CHECK(device.read(cleared) == Words{10});
        }
        CHECK(fake->copies == 3);
    }

    TEST_CASE_FIXTURE(Recorded, "data that is read first and overwritten later is restored as well") {
        recorder->begin();
        auto add = device.program("add.comp");
        auto a = device.buffer<std::uint32_t>({1}), b = device.buffer<std::uint32_t>(std::size_t{1});
        dispatch(add, 1, {in(0, a), out(1, b)});
        dispatch(add, 1, {in(0, b), out(1, a)});
        Recording recording = recorder->end();
        REQUIRE(recording.restores());
        recording.restore();
        recording.replay();
        CHECK(device.read(a) == Words{3});
    }

    TEST_CASE_FIXTURE(Recorded, "what an operation leaves unchanged needs no restoring") {
        recorder->begin();
        auto count = device.program("count.comp");
        auto data = device.buffer<std::uint32_t>({1, 2, 3}), counter = device.buffer({0u});
        dispatch(count, 4, {inout(0, data), inout(1, counter)});
        dispatch(count, static_cast<std::uint32_t>(-4), {inout(0, data), inout(1, counter)});
        CHECK(!recorder->end().restores());
    }

    TEST_CASE_FIXTURE(Recorded, "unwritten words need no restoring, and their first fill is not a step") {
        recorder->begin();
        auto count = device.program("count.comp");
        auto a = device.buffer<std::uint32_t>(std::size_t{4}),
             b = device.buffer<std::uint32_t>(std::size_t{1});
        dispatch(count, 1, {inout(0, a), inout(1, b)});
        const Recording recording = recorder->end();
        CHECK(recording.steps() == 1);
        CHECK(!recording.restores());
    }

    TEST_CASE_FIXTURE(Recorded, "dispatches and reads that belong to no operation are not kept") {
        recorder->begin();
        auto add = device.program("add.comp");
        add.set("by", 1u);
        auto a = device.buffer<std::uint32_t>({1}), b = device.buffer<std::uint32_t>(std::size_t{1});
        device.dispatch(add, {1, 1, 1}, {in(0, a), out(1, b)});
        device.read(b);
        CHECK(recorder->end().steps() == 0);

        recorder->begin();  // the host's question about the outcome is part of it
        dispatch(add, 1, {in(0, a), out(1, b)});
        device.read(b);
        Recording recording = recorder->end();
        CHECK(recording.steps() == 2);
        recording.replay();
    }

    TEST_CASE_FIXTURE(Recorded, "what a recording uses outlives its owner, and is destroyed with it") {
        const auto buffers = fake->buffers_alive(), programs = fake->programs_alive();
        {
            std::optional<Recording> recording;
            Handle result = 0;
            {
                recorder->begin();
                auto add = device.program("add.comp");
                auto a = device.buffer<std::uint32_t>({1}), b = device.buffer<std::uint32_t>(std::size_t{1});
                dispatch(add, 1, {in(0, a), out(1, b)});
                { auto unused = device.buffer<std::uint32_t>({1, 2}); }
                recording.emplace(recorder->end());
                result = b.handle();
            }
            recording->replay();
            CHECK(words(result, 1) == Words{2});
            CHECK(fake->buffers_alive() == buffers + 2);
            std::optional<Recording> clone(recording->clone());
            CHECK(fake->buffers_alive() == buffers + 4);
            recording.reset();
            clone->replay();  // still needs the program
            CHECK(words(clone->own(result), 1) == Words{2});
        }
        CHECK(fake->buffers_alive() == buffers);
        CHECK(fake->programs_alive() == programs);
    }

    TEST_CASE_FIXTURE(Recorded, "clones work on buffers of their own") {
        recorder->begin();
        auto count = device.program("count.comp");
        auto data = device.buffer<std::uint32_t>({1, 2, 3}), sum = device.buffer({0u});
        dispatch(count, 10, {inout(0, data), inout(1, sum)});
        Recording recording = recorder->end();
        recording.restore();
        Recording first = recording.clone(), second = recording.clone();
        CHECK(first.own(data.handle()) != second.own(data.handle()));
        first.replay();
        CHECK(device.read(data) == Words{1, 2, 3});
        CHECK(words(second.own(data.handle()), 3) == Words{1, 2, 3});
        CHECK(words(first.own(data.handle()), 3) == Words{11, 12, 13});
        first.restore();
        CHECK(words(first.own(data.handle()), 3) == Words{1, 2, 3});
    }

    TEST_CASE_FIXTURE(Recorded, "the CPU must not write between the dispatches of an operation") {
        recorder->begin();
        auto count = device.program("count.comp");
        auto data = device.buffer<std::uint32_t>({1}), sum = device.buffer({0u});
        dispatch(count, 1, {inout(0, data), inout(1, sum)});
        device.write(sum, Words{3});
        CHECK_THROWS_WITH_AS(recorder->end(), doctest::Contains("between its dispatches"), Error);
        CHECK_THROWS_WITH_AS(recorder->end(), doctest::Contains("none was begun"), Error);
    }
}

namespace {

/// A recorded device that is OpenGL.
struct OnOpenGl {
    RecordingBackend* recorder = nullptr;
    Bench bench{[this] {
        auto recording = std::make_unique<RecordingBackend>(open_gl({}));
        recorder = recording.get();
        return recording;
    }};
};

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("OpenGL repeats an operation, restores its data, and works on clones") {
        OnOpenGl recorded;
        if (!recorded.bench.device) return;
        auto& device = *recorded.bench.device;
        auto& recorder = *recorded.recorder;
        auto add = recorded.bench.program(
            "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) "
            "buffer A { uint a[]; };\n"
            "layout(std430, binding = 1) buffer B { uint count; };\nuniform uint by;\n"
            "void main() { a[gl_GlobalInvocationID.x] += by; atomicAdd(count, 1u); }\n");
        Words values(6400);
        std::iota(values.begin(), values.end(), 0u);
        recorder.begin();
        auto data = device.buffer(values), count = device.buffer({7u});
        device.fill(count, 0);
        recorder.want_dispatches(true);
        for (const std::uint32_t by : {1u, 2u}) {
            add.set("by", by);
            device.dispatch(add, {100, 1, 1}, {inout(0, data), inout(1, count)});
        }
        recorder.want_dispatches(false);
        Recording recording = recorder.end();
        REQUIRE(recording.restores());
        Words expected = values;
        for (auto& value : expected) value += 3;
        for (int i = 0; i < 3; ++i) {
            recording.restore();
            recording.replay();
            CHECK(device.read(data) == expected);
            CHECK(device.read(count) == Words{12800});
        }
        recording.restore();
        Recording clone = recording.clone();
        clone.replay();
        CHECK(device.read(data) == values);
        Words got(values.size());
        device.backend().read(clone.own(data.handle()), 0, std::as_writable_bytes(std::span(got)));
        CHECK(got == expected);
    }

    TEST_CASE("OpenGL clones images, too") {
        OnOpenGl recorded;
        if (!recorded.bench.device) return;
        auto& device = *recorded.bench.device;
        auto& recorder = *recorded.recorder;
        auto invert = recorded.bench.program(
            "layout(local_size_x = 4, local_size_y = 4) in;\n"
            "layout(binding = 0) uniform sampler2D from;\n"
            "layout(binding = 0, rgba8) writeonly uniform image2D to;\n"
            "void main() { ivec2 at = ivec2(gl_GlobalInvocationID.xy); imageStore(to, at, vec4(1) - "
            "texelFetch(from, at, 0)); }\n");
        recorder.begin();
        auto from = device.image({4, 4}, std::vector<Pixel>(16, Pixel(10))), to = device.image({4, 4});
        recorder.want_dispatches(true);
        device.dispatch(invert, {1, 1, 1}, {sampled(0, from), out(0, to)});
        Recording recording = recorder.end();
        Recording clone = recording.clone();
        clone.replay();
        std::vector<Pixel> got(16);
        device.backend().read_image(clone.own(to.handle()), std::as_writable_bytes(std::span(got)));
        CHECK(got == std::vector<Pixel>(16, Pixel(245)));
    }
}
