// SPDX-License-Identifier: MIT
// The device's interface, on a backend without a GPU.
#include "common/device/device.hpp"

#include <doctest/doctest.h>

#include "common/device/buffer.hpp"
#include "common/device/group_count.hpp"
#include "tests/support/fake_backend.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::test;

namespace {

const std::string doubling = R"(#version 450 core
// fake: double
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { uint to[]; };
uniform uint count;
uniform uint unused_scale;
void main() {}
)";

/// A device whose one shader doubles `count` numbers.
struct Doubling {
    Folder folder;
    FakeBackend* fake = nullptr;
    Device device{[&] {
                      folder.write("shaders/double.comp", doubling);
                      auto backend = std::make_unique<FakeBackend>(std::map<std::string, FakeBackend::Kernel>{
                          {"double", [](const FakeBackend::Call& call) {
                               for (std::size_t i = 0; i < call.uniform("count"); ++i)
                                   (*call.buffers[1])[i] = 2 * (*call.buffers[0])[i];
                           }}});
                      fake = backend.get();
                      return backend;
                  }(),
                  {folder.path() / "shaders", {}, {}}};
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("workgroups are counted in 64 bits, and no product wraps round") {
        CHECK(product(4096, 4096, 256) == std::uint64_t{1} << 32);
        CHECK(product(65535, 65535, 65535) == 281462092005375u);
        CHECK(product(~0u, ~0u, ~0u) == ~std::uint64_t{0});
        CHECK(product(7, 0, 9) == 0);
    }

    TEST_CASE_FIXTURE(Doubling, "upload, dispatch, read back") {
        auto from = device.buffer<std::uint32_t>({1, 2, 3});
        auto to = device.buffer<std::uint32_t>(std::size_t{3});
        CHECK(device.read(to)[0] == 0xA5A5A5A5u);  // an unwritten element shows
        auto program = device.program("double.comp");
        program.set("count", 3u);
        device.dispatch(program, {1, 1, 1}, {in(0, from), out(1, to)});
        CHECK(device.read(to) == std::vector<std::uint32_t>{2, 4, 6});
    }

    TEST_CASE_FIXTURE(Doubling,
                      "buffers and programs are freed by scope, can be moved, and are never copied") {
        {
            auto first = device.buffer<std::uint32_t>({1});
            auto second = device.buffer<std::uint32_t>({2});
            std::swap(first, second);
            CHECK(device.read(first)[0] == 2);
            auto program = device.program("double.comp");
            auto moved = std::move(program);
            CHECK(moved.name() == "double.comp");
            CHECK(fake->buffers_alive() == 2);
            CHECK(fake->programs_alive() == 1);
        }
        CHECK(fake->buffers_alive() == 0);
        CHECK(fake->programs_alive() == 0);
    }

    TEST_CASE_FIXTURE(Doubling, "an image needs as many pixels as its size says, and one that fits") {
        std::vector<Pixel> pixels{{1, 2, 3, 4}, {5, 6, 7, 8}};
        CHECK(device.read(device.image({2, 1}, pixels)) == pixels);
        CHECK(contains(error_of([&] { device.image({2, 2}, pixels); }).second, "was given 2 pixels"));
        CHECK(contains(error_of([&] { device.image({0, 2}); }).second, "needs at least one"));
        CHECK(contains(error_of([&] {
                           device.image({65, 1});
                       }).second,
                       "above this driver's limit of 64 x 64"));
        CHECK(fake->buffers_alive() == 0);
    }

    TEST_CASE_FIXTURE(Doubling, "a misspelt uniform names the nearest; a dropped one becomes a note") {
        auto program = device.program("double.comp");
        CHECK(contains(sentence_of(ExitCode::wrong_usage, [&] { program.set("cuont", 1u); }),
                       "no uniform 'cuont'; did you mean 'count'?"));
        CHECK(contains(sentence_of(ExitCode::shader_does_not_build, [&] { program.set("count", 1.0F); }),
                       "uniform 'count' is uint, but the lesson sets a float"));
        program.set("unused_scale", 1u);
        program.set("unused_scale", 2u);
        const auto notes = program.take_notes();
        REQUIRE(notes.size() == 1);
        CHECK(contains(notes[0], "'unused_scale' is declared but"));
    }

    TEST_CASE_FIXTURE(Doubling,
                      "an argument goes to the binding that it names, in whatever order they come") {
        const auto from = device.buffer<std::uint32_t>({1, 2, 3});
        auto to = device.buffer<std::uint32_t>(std::size_t{3});
        auto program = device.program("double.comp");
        program.set("count", 3u);
        device.dispatch(program, {1, 1, 1}, {out(1, to), in(0, from)});
        CHECK(device.read(to) == std::vector<std::uint32_t>{2, 4, 6});
    }

    TEST_CASE_FIXTURE(Doubling, "a dispatch checks its arguments before it starts") {
        auto from = device.buffer<std::uint32_t>({1, 2, 3});
        auto to = device.buffer<std::uint32_t>(std::size_t{3});
        auto program = device.program("double.comp");
        const auto says = [&](Groups groups, std::initializer_list<Argument> arguments) {
            return sentence_of(ExitCode::wrong_usage, [&] { device.dispatch(program, groups, arguments); });
        };
        CHECK(contains(says({1, 1, 1}, {in(0, from), out(1, to)}), "uniform 'count', which was never set"));
        program.set("count", 3u);
        CHECK(contains(says({1, 1, 1}, {in(0, from)}), "uses buffer 'To' at binding 1"));
        CHECK(contains(says({1, 1, 1}, {in(0, from), out(1, to), in(2, from)}),
                       "declares no buffer at binding 2"));
        CHECK(contains(says({1, 1, 1}, {in(0, from), in(1, to)}), "may write buffer 'To'"));
        CHECK(contains(says({1, 1, 1}, {in(0, from), out(0, to)}), "two arguments at binding 0"));
        CHECK(contains(says({1, 1, 1}, {in(0, from), out(2, to)}), "uses buffer 'To' at binding 1"));
        CHECK(contains(says({101, 1, 1}, {in(0, from), out(1, to)}),
                       "needs 101 workgroups in x, but this driver allows 100"));
        CHECK(contains(says({1, 0, 1}, {in(0, from), out(1, to)}), "0 workgroups in y"));
        CHECK(fake->dispatches == 0);
    }

    TEST_CASE_FIXTURE(Doubling,
                      "a uniform block, which nothing fills, is refused before the dispatch starts") {
        folder.write("shaders/block.comp",
                     doubling + "layout(std140, binding = 0) uniform Wanted { uint k; };\n");
        const auto from = device.buffer<std::uint32_t>({1, 2, 3});
        auto to = device.buffer<std::uint32_t>(std::size_t{3});
        auto program = device.program("block.comp");
        program.set("count", 3u);
        CHECK(contains(sentence_of(ExitCode::wrong_usage,
                                   [&] {
                                       device.dispatch(program, {1, 1, 1}, {in(0, from), out(1, to)});
                                   }),
                       "has a uniform block, 'Wanted'"));
        CHECK(fake->dispatches == 0);
    }

    TEST_CASE_FIXTURE(Doubling, "sizes that a driver cannot hold are refused in one sentence") {
        CHECK(contains(error_of([&] { device.buffer<std::uint32_t>(std::size_t{1} << 30); }).second,
                       "this driver allows 1048576 (n at most 262144)"));
        CHECK(error_of([&] { device.buffer<std::uint32_t>(std::size_t{0}); }).first == ExitCode::wrong_usage);
    }

    TEST_CASE_FIXTURE(Doubling, "a subgroup back end that the driver lacks is refused") {
        CHECK(error_of([&] { device.use_subgroups(SubgroupBackend::khr); }).first == ExitCode::machine_lacks);
        device.use_subgroups(SubgroupBackend::shared);
    }

    TEST_CASE_FIXTURE(Doubling, "a replacement replaces one shader") {
        folder.write("mine.comp", doubling);
        Device other(std::make_unique<FakeBackend>(std::map<std::string, FakeBackend::Kernel>{}),
                     {folder.path() / "shaders", folder.path() / "mine.comp", "double.comp"});
        CHECK(other.program("double.comp").name() == (folder.path() / "mine.comp").string());
    }

    TEST_CASE("a dispatch that fails has ended for the observer as well") {
        struct Counting final : Observer {
            void begin(Activity, const std::string&) override { ++open; }
            void end() override { --open; }
            void note(const std::string&) override {}
            int open = 0;
        } observer;
        Folder folder;
        folder.write("shaders/double.comp", doubling);
        Device device(std::make_unique<FakeBackend>(std::map<std::string, FakeBackend::Kernel>{
                          {"double", [](const FakeBackend::Call&) { throw std::bad_alloc(); }}}),
                      {folder.path() / "shaders", {}, {}}, &observer);
        auto from = device.buffer<std::uint32_t>({1}), to = device.buffer<std::uint32_t>({1});
        auto program = device.program("double.comp");
        program.set("count", 1u);
        CHECK_THROWS_AS(device.dispatch(program, {1, 1, 1}, {in(0, from), out(1, to)}), std::bad_alloc);
        CHECK(observer.open == 0);
    }

    TEST_CASE("many workgroups fold into rows") {
        Limits limits;
        limits.workgroup_count = {65535, 65535, 65535};
        CHECK(groups_for(0, 64, limits) == Groups{1, 1, 1});
        CHECK(groups_for(64, 64, limits) == Groups{1, 1, 1});
        CHECK(groups_for(65, 64, limits) == Groups{2, 1, 1});
        for (const std::uint64_t n : {std::uint64_t{65535} * 64, std::uint64_t{65535} * 64 + 1,
                                      std::uint64_t{1} << 25, std::uint64_t{1} << 31}) {
            const auto groups = groups_for(n, 64, limits);
            CHECK(groups.x <= 65535);
            CHECK(std::uint64_t{groups.x} * groups.y * 64 >= n);
            CHECK(std::uint64_t{groups.x} * groups.y * 64 < n + std::uint64_t{groups.y} * 64 + 64);
        }
    }

    TEST_CASE("the workgroups of a grid cover both of its sides, and never fold") {
        Limits limits;
        limits.workgroup_count = {100, 50, 1};
        CHECK(groups_for({0, 0}, {8, 4}, limits) == Groups{1, 1, 1});
        CHECK(groups_for({16, 16}, {8, 4}, limits) == Groups{2, 4, 1});
        CHECK(groups_for({17, 15}, {8, 4}, limits) == Groups{3, 4, 1});
        CHECK(groups_for({800, 200}, {8, 4}, limits) == Groups{100, 50, 1});
        CHECK(contains(sentence_of(ExitCode::wrong_usage,
                                   [&] {
                                       groups_for({800, 201}, {8, 4}, limits);
                                   }),
                       "A grid of 800 x 201 cells needs 51 workgroups in y, but this driver allows 50"));
        CHECK_THROWS_AS(groups_for({UINT32_MAX, 1}, {8, 4}, limits), Error);
    }

    TEST_CASE_FIXTURE(Doubling, "a device that cannot share memory with the CPU says so") {
        CHECK(contains(sentence_of(ExitCode::machine_lacks,
                                   [&] { MappedBuffer<std::uint32_t> buffer(device.backend(), 10); }),
                       "cannot share 40 bytes of memory with the CPU"));
    }
}
