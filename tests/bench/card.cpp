// SPDX-License-Identifier: MIT
// The kernels that measure a card, on the simulator: what they leave shows that they do what they are timed
// for.
#include <doctest/doctest.h>

#include <numeric>

#include "common/event/sink.hpp"
#include "common/sim/beside/beside.hpp"

using namespace pbp;

namespace card_kernels_test {

namespace {

using Words = std::vector<std::uint32_t>;

struct Kernel {
    std::string shader;
    std::vector<glsl::Define> defines;
    std::uint32_t groups = 1;
    std::vector<std::pair<const char*, std::uint32_t>> uniforms;
    Words first, second = {};  ///< what the buffers begin with
    std::uint32_t dispatches = 1;

    /// What `second` is in the end, or `first` where there is no other.
    Words run() const {
        SilentSink silent;
        sim::Beside beside({}, {std::string(PBP_SOURCE_DIR) + "/shaders", {}, {}}, 0, silent, 60);
        Words left;
        bool has_ended = false;
        const auto late = beside.run([&](Device& device) {
            auto program = device.program("bench/card/" + shader, {.defines = defines});
            auto one = device.buffer(first.empty() ? Words(1) : first),
                 other = device.buffer(second.empty() ? Words(1) : second);
            for (const auto& [name, value] : uniforms) program.set(name, value);
            if (shader == "work.comp") program.set("factor", 0.5f);
            for (std::uint32_t i = 0; i < dispatches; ++i)
                if (first.empty())
                    device.dispatch(program, {groups, 1, 1}, {});
                else if (second.empty())
                    device.dispatch(program, {groups, 1, 1}, {inout(0, one)});
                else
                    device.dispatch(program, {groups, 1, 1}, {in(0, one), inout(1, other)});
            if (!first.empty()) left = device.read(second.empty() ? one : other);
            has_ended = true;
        });
        CHECK(has_ended);
        CHECK(late == "");
        return left;
    }
};

std::vector<glsl::Define> local(int size) {
    return {{"LOCAL_SIZE", std::to_string(size)}, {"SHARED", "8"}};
}

Words counted(std::size_t n) {
    Words all(n);
    std::iota(all.begin(), all.end(), 1u);
    return all;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("work, shared memory and barriers end without a store, and atomics count every invocation") {
    CHECK(Kernel{"barriers.comp", local(64), 2, {{"rounds", 3}}, {}}.run().empty());
    for (const auto* shader : {"work.comp", "shared.comp"})
        CHECK(Kernel{shader, local(64), 2, {{"rounds", 3}}, Words(4, 7)}.run() == Words(4, 7));
    CHECK(Kernel{"atomics.comp", {}, 3, {}, Words(2)}.run() == Words{768, 0});
}

TEST_CASE("trips lead from load to load, and on in the next dispatch, for each workgroup from elsewhere") {
    // 4096 words, each of which leads 33 further; the second workgroup begins 97 cache lines further.
    const auto left =
        Kernel{"trips.comp", local(32), 2, {{"rounds", 5}, {"last", 4095}}, Words(4096, 33), Words(2), 2}
            .run();
    CHECK(left == Words{2 * 5 * 33, 2 * (5 * 33 + 32 * 97) % 4096});
}

TEST_CASE("sectors are all stored to, in the line that is theirs, and lines in their first word alone") {
    constexpr std::uint32_t lines = 512, groups = 1;
    const auto left = [&](std::uint32_t sectors) {
        return Kernel{"sectors.comp",
                      {{"STORES", "1"}},
                      groups,
                      {{"sectors", sectors}, {"lines", lines}},
                      Words(lines * 32, ~0u)}
            .run();
    };
    const auto stored = [&](const Words& words, std::uint32_t part) {
        std::size_t all = 0;
        for (std::uint32_t line = 0; line < lines; ++line)
            for (std::uint32_t word = 0; word < 8; ++word)
                all += words[line * 32 + part * 8 + word] != ~0u ? 1 : 0;
        return all;
    };
    for (std::uint32_t part = 0; part < 4; ++part) {
        CHECK(stored(left(4 * lines), part) == lines);
        CHECK(stored(left(lines), part) == (part == 0 ? lines : 0));
    }
}

TEST_CASE("both look-backs find the sum before a tile, dispatch by dispatch") {
    constexpr std::uint32_t size = 64, tiles = 40;
    const auto values = counted(size * tiles);
    const auto narrow =
        Kernel{"look_back.comp", local(size), tiles, {}, values, Words(1 + 2 * tiles), 3}.run();
    CHECK(narrow[0] == 3 * tiles);
    CHECK(narrow[1 + 2 * (tiles - 1)] == 2 * 4 + 2);  // of the third dispatch, with all before it
    CHECK(narrow[2 + 2 * (tiles - 1)] == std::accumulate(values.begin(), values.end(), 0u));
    const auto wide =
        Kernel{"wide_look_back.comp", local(size), tiles, {}, values, Words(2 + 2 * tiles), 3}.run();
    CHECK(wide[0] == 3 * tiles);
    CHECK(wide[2 + 2 * (tiles - 1)] == 2 * 4 + 2);
}

TEST_SUITE_END();

}  // namespace card_kernels_test
