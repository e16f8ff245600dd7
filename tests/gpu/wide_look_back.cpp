// SPDX-License-Identifier: MIT
// shaders/common/wide_look_back.glsl on its own: dispatch after dispatch over the same state, in every
// weather.
#include <algorithm>
#include <numeric>

#include "common/device/probe.hpp"
#include "tests/gpu/bench.hpp"

namespace wide_look_back_test {

using namespace pbp;
using namespace pbp::test;

namespace {

using Words = std::vector<std::uint32_t>;

// Each workgroup records the sum of what is before its tile.
const std::string kernel = R"(#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) writeonly buffer Prefixes { uint prefixes[]; };
layout(std430, binding = 2) coherent volatile buffer Tiles { uint ticket; uint starved; uvec2 states[]; };
layout(std430, binding = 3) writeonly buffer Record { uvec4 record[]; };
#include "wide_look_back.glsl"
uniform uint tiles;
uint load_sum(uint tile) { return values[tile * LOCAL_SIZE + sg_id() * sg_size() + sg_lane()]; }
void main() {
    const uint tile = take_tile();
    if (tile >= tiles) {
        hear_turn();
        return;
    }
    uint total;
    do total = announce(tile, load_sum(tile)); while (!look_back(tile, total));
    if (gl_LocalInvocationIndex == 0u) prefixes[tile] = prefix;
}
)";

constexpr std::uint32_t turn_bit = 1u << 31, apart = 3;

/// The lanes of a subgroup; virtual ones have as many as asked for.
std::string lanes(Device& gpu, const std::string& virtual_size) {
    return gpu.subgroups() == SubgroupBackend::shared ? virtual_size
                                                      : std::to_string(probe(gpu).subgroup_size);
}

/// Tiles of a local size, with the buffers that they share and the prefix that each must find.
struct Looking {
    Device& gpu;
    Program program;
    std::uint32_t tiles;
    Buffer<std::uint32_t> values, prefixes, state, record;
    Words expected;

    Looking(Bench& bench, std::uint32_t tiles_, std::uint32_t local_size,
            const std::string& virtual_size = "32")
        : gpu(*bench.device),
          program(bench.program(kernel, {{"LOCAL_SIZE", std::to_string(local_size)},
                                         {"SG_SHARED_SIZE", virtual_size},
                                         {"SUBGROUP", lanes(gpu, virtual_size)},
                                         {"WEATHER", "1"},
                                         {"STATES_APART", std::to_string(apart) + "u"}})),
          tiles(tiles_),
          values(gpu.buffer<std::uint32_t>(std::size_t{tiles} * local_size)),
          prefixes(gpu.buffer<std::uint32_t>(tiles)),
          state(gpu.buffer(Words(2 + 2 * std::size_t{apart} * (tiles + 1), 0))),
          record(gpu.buffer<std::uint32_t>(4 * std::size_t{tiles})),
          expected(tiles) {
        Words numbers(values.size());
        std::uint32_t x = 12345;
        for (auto& number : numbers) number = x = 1664525 * x + 1013904223;  // sums wrap
        gpu.write(values, numbers);
        for (std::size_t t = 1; t < tiles; ++t)
            expected[t] = std::accumulate(numbers.begin(),
                                          numbers.begin() + static_cast<std::ptrdiff_t>(t * local_size), 0u);
        program.set("tiles", tiles).set("delay", 0u).set("prefixes_every", 1u).set("patience", 1024u);
    }
    /// One dispatch with one workgroup more than there are tiles; true if every prefix is right.
    bool right() { return prefixes_are_right() && !starved(); }
    /// The same, or some tile says that it gave up.
    bool right_or_starved() { return prefixes_are_right() || starved(); }

    bool prefixes_are_right() {
        gpu.fill(prefixes, 0xA5A5A5A5u);
        gpu.dispatch(program, {tiles / 2 + 1, 2, 1},
                     {in(0, values), out(1, prefixes), inout(2, state), out(3, record)});
        return gpu.read(prefixes) == expected;
    }
    bool starved() const { return gpu.read(state)[1] != 0; }
};

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("a wide look-back is right every time, without its state being cleared") {
        Bench bench;
        if (!bench.device) return;
        for (const auto backend : bench.device->info().subgroups)
            for (const std::string virtual_size : {"1", "4", "32", "128"}) {
                if (backend != SubgroupBackend::shared && virtual_size != "32") continue;
                bench.device->use_subgroups(backend);
                for (const std::uint32_t local_size : {2u, 8u, 128u})
                    // The last workgroup may be the first to run, and adds up all tiles before it: of 128
                    // lanes in shared memory, no more than these.
                    for (const std::uint32_t tiles : {1u, 2u, 9u, virtual_size == "128" ? 70u : 200u}) {
                        Looking looking(bench, tiles, local_size, virtual_size);
                        CAPTURE(to_string(backend));
                        CAPTURE(virtual_size);
                        CAPTURE(local_size);
                        CAPTURE(tiles);
                        for (int dispatch = 0; dispatch < 9; ++dispatch) {
                            CAPTURE(dispatch);
                            CHECK(looking.right());
                            CHECK(looking.gpu.read(looking.state)[0] == (dispatch % 2 == 0 ? turn_bit : 0));
                        }
                        looking.program.set("prefixes_every", 40u);  // more than one look covers
                        CHECK(looking.right());
                    }
            }
    }

    TEST_CASE("a tile that would have to add up too many others says that it gave up") {
        Bench bench;
        if (!bench.device) return;
        bench.device->use_subgroups(SubgroupBackend::shared);
        for (const std::string virtual_size : {"32", "128"}) {
            CAPTURE(virtual_size);
            Looking looking(bench, 1000, 128, virtual_size);
            // Every third tile is late and nobody waits: on llvmpipe, tile 500 begins before most others.
            looking.program.set("patience", 0u).set("delay", 30000u);
            CHECK(looking.right_or_starved());
        }
    }

    TEST_CASE("what the last dispatch published does not affect this one, in either turn") {
        Bench bench;
        if (!bench.device) return;
        Looking looking(bench, 200, 16);
        looking.program.set("delay", 2000u);  // so that some tile looks before it is overwritten
        for (const std::uint32_t turn : {0u, 1u, 0u, 1u, 0u, 1u}) {
            // Wrong prefixes of the other turn, and halves that disagree. One half has a flag of this turn,
            // but one that no tile publishes: a look may find the other half just when the tile has
            // published.
            const std::uint32_t own_turn = turn == 0 ? 0 : 4, prefix = 2, unpublished = 3;
            const auto other = ((own_turn ^ 4) | prefix) << 16, own = (own_turn | unpublished) << 16;
            for (const auto& [low, high] : {std::pair{other, other}, {own, other}, {other, own}}) {
                Words words(looking.state.size());
                for (std::size_t i = 2; i < words.size(); i += 2) words[i] = low | 77, words[i + 1] = high;
                words[0] = turn == 0 ? 0 : turn_bit;
                words[1] = 0;
                looking.gpu.write(looking.state, words);
                CHECK(looking.right());
                CHECK(looking.right());
            }
        }
    }

    TEST_CASE("tiles that are slow, withhold their prefix or are impatient change no sum") {
        Bench bench;
        if (!bench.device) return;
        Looking looking(bench, 300, 16);
        for (const std::uint32_t delay : {0u, 400u})
            for (const std::uint32_t every : {1u, 4u, 50u})
                for (const std::uint32_t patience : {0u, 1u, 1024u}) {
                    CAPTURE(delay);
                    CAPTURE(every);
                    CAPTURE(patience);
                    looking.program.set("delay", delay)
                        .set("prefixes_every", every)
                        .set("patience", patience);
                    for (int dispatch = 0; dispatch < 4; ++dispatch) CHECK(looking.right());
                }
    }
}

}  // namespace wide_look_back_test
