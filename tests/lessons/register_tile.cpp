// SPDX-License-Identifier: MIT
// The arithmetic of the bitonic sort's register tiles, without a context.
#include "lessons/05_bitonic_sort/register_tile.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "lessons/05_bitonic_sort/bitonic.hpp"

namespace register_tile_test {

using bitonic::RegisterTile;

namespace {

const pbp::Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 49152, 1 << 27, 8, 16384};

/// All tiles that the shader can be built for.
std::vector<RegisterTile> tiles() {
    std::vector<RegisterTile> all;
    for (std::uint32_t key_bits = 2; key_bits <= 5; ++key_bits)
        for (std::uint32_t tile_bits = key_bits; tile_bits <= 13; ++tile_bits) {
            const RegisterTile tile{tile_bits, key_bits};
            if (tile.layouts() > 5) continue;
            all.push_back(tile);
            for (auto steps = key_bits + 1; steps <= bitonic::most_far(tile); ++steps)
                all.push_back(bitonic::far_tile(tile, steps));
        }
    return all;
}

/// Words that the busiest bank serves when 32 invocations, from `first` up, each touch their register k.
std::size_t fullest_bank(const RegisterTile& tile, std::uint32_t j, std::uint32_t first, std::uint32_t k) {
    std::vector<std::size_t> banks(32, 0);
    for (std::uint32_t i = first; i < first + 32; ++i) ++banks[tile.swizzle(tile.place(j, i, k)) % 32];
    return *std::ranges::max_element(banks);
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("every layout of a tile holds each position once, and so does shared memory") {
        for (const auto& tile : tiles()) {
            CAPTURE(tile.tile_bits);
            CAPTURE(tile.key_bits);
            std::set<std::uint32_t> addresses;
            for (std::uint32_t place = 0; place < 1u << tile.tile_bits; ++place)
                addresses.insert(tile.swizzle(place));
            CHECK(addresses.size() == std::size_t{1} << tile.tile_bits);
            CHECK(*addresses.rbegin() < 1u << tile.tile_bits);
            for (std::uint32_t j = 0; j <= tile.layouts(); ++j) {
                std::set<std::uint32_t> places;
                for (std::uint32_t i = 0; i < tile.local_size(); ++i)
                    for (std::uint32_t k = 0; k < 1u << tile.key_bits; ++k)
                        places.insert(tile.place(j, i, k));
                CHECK(places.size() == std::size_t{1} << tile.tile_bits);
                CHECK(*places.rbegin() < 1u << tile.tile_bits);
            }
        }
    }

    TEST_CASE("the lanes of a subgroup of 32 use 32 banks, from 8 keys per invocation up") {
        for (const auto& tile : tiles()) {
            if (tile.key_bits < 3 || tile.local_size() < 32) continue;
            CAPTURE(tile.tile_bits);
            CAPTURE(tile.key_bits);
            for (std::uint32_t j = 0; j <= tile.layouts(); ++j)
                for (std::uint32_t first = 0; first < tile.local_size(); first += 32)
                    for (std::uint32_t k = 0; k < 1u << tile.key_bits; ++k)
                        CHECK(fullest_bank(tile, j, first, k) == 1);
        }
    }

    TEST_CASE("every stride of a tile is between two registers, layout after layout") {
        for (const auto& tile : tiles()) {
            std::uint32_t top = tile.tile_bits;
            for (std::uint32_t j = tile.layouts(); j-- > 0;) {
                CHECK(tile.p_of(j) < top);
                CHECK(top <= tile.p_of(j) + tile.key_bits);
                CHECK((j == 0 ||
                       top == tile.p_of(j) + tile.key_bits));  // the shader's STEPS of all but the last
                top = tile.p_of(j);
            }
            CHECK(top == tile.lowest);
        }
    }

    TEST_CASE("a tile of 4096 keys, 16 per invocation: three layouts, three exchanges") {
        const RegisterTile tile{12, 4};
        CHECK(tile.layouts() == 3);
        CHECK(tile.p_of(2) == 8);
        CHECK(tile.p_of(1) == 4);
        CHECK(tile.p_of(0) == 0);
        CHECK(bitonic::merge_exchanges(tile) == 3);
        CHECK(bitonic::sort_exchanges(tile) == 2 + 4 * 2 + 4 * 3);
        CHECK(bitonic::most_far(tile) == 8);
        CHECK(bitonic::far_tile(tile, 7).lowest == 5);
        CHECK(bitonic::far_tile(tile, 7).layouts() == 2);
    }

    TEST_CASE("far strides are distributed over as few dispatches as possible") {
        const RegisterTile tile{12, 4};
        using Far = bitonic::Split::Far;
        const auto steps = [&](std::uint32_t block, bool far_tiles) {
            return bitonic::split(tile, block, far_tiles).far;
        };
        CHECK(steps(13, true) == std::vector<Far>{{4, false}});
        CHECK(steps(17, true) == std::vector<Far>{{5, true}});
        CHECK(steps(20, true) == std::vector<Far>{{8, true}});
        CHECK(steps(21, true) == std::vector<Far>{{5, true}, {4, false}});
        CHECK(steps(24, true) == std::vector<Far>{{6, true}, {6, true}});
        CHECK(steps(29, true) == std::vector<Far>{{6, true}, {6, true}, {5, true}});
        CHECK(steps(24, false) == std::vector<Far>(3, {4, false}));
        CHECK(bitonic::split(tile, 13, true).near == 9);
        for (std::uint32_t block = 13; block <= 31; ++block)
            for (const bool far_tiles : {false, true}) {
                const auto split = bitonic::split(tile, block, far_tiles);
                std::uint32_t sum = split.near;
                for (const auto& far : split.far) {
                    sum += far.steps;
                    CHECK(far.steps <= (far_tiles ? bitonic::most_far(tile) : tile.key_bits));
                    CHECK(far.tiled == (far.steps > tile.key_bits));
                }
                CHECK(sum == block);
                CHECK(split.near > 0);
                CHECK(split.near <= tile.tile_bits);
            }
    }

    TEST_CASE(
        "the strides left to a tile end in its topmost layout, so that the layouts below take all of "
        "theirs") {
        for (const auto& tile : tiles())
            for (std::uint32_t block = tile.tile_bits + 1; tile.lowest == 0 && block <= 31; ++block)
                for (const bool far_tiles : {false, true}) {
                    CAPTURE(tile.tile_bits);
                    CAPTURE(tile.key_bits);
                    CAPTURE(block);
                    CHECK(bitonic::split(tile, block, far_tiles).near >= tile.p_of(tile.layouts() - 1));
                }
    }

    TEST_CASE("the dispatches that the page counts for 2^20 and 2^24 keys") {
        const bitonic::Shape shape{256, 16};
        const auto count = [&](const char* version, std::uint32_t n) {
            return bitonic::launches(version, shape, n, limits).size();
        };
        CHECK(bitonic::launches("v6_registers", bitonic::Shape{512, 16}, 1u << 20, limits).size() == 29);
        CHECK(count("v7_register_tile", 1u << 20) == 21);
        CHECK(count("v8_far_tile", 1u << 20) == 17);
        CHECK(count("v7_register_tile", 1u << 24) == 37);
        CHECK(count("v8_far_tile", 1u << 24) == 29);
        CHECK(bitonic::launches("v8_far_tile", bitonic::Shape{512, 16}, 1u << 20, limits).size() == 15);
        CHECK(bitonic::launches("v8_far_tile", bitonic::Shape{512, 16}, 1u << 24, limits).size() == 26);
    }
}

}  // namespace register_tile_test
