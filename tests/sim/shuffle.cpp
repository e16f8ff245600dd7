// SPDX-License-Identifier: MIT
#include "common/sim/run/shuffle.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <ostream>  // doctest prints a generator

namespace {

std::vector<std::uint32_t> numbers_below(std::size_t size) {
    std::vector<std::uint32_t> all(size);
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("a random order of workgroups has each once, and any of them first") {
    for (const std::size_t size : {0u, 1u, 2u, 3u, 7u, 8u}) {
        std::vector<bool> first(size);
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            std::mt19937_64 random(seed);
            auto all = numbers_below(size);
            pbp::sim::shuffle(all, random);
            if (size > 0) first[all.front()] = true;
            std::ranges::sort(all);
            CHECK(all == numbers_below(size));
        }
        CHECK(std::ranges::count(first, false) == 0);
    }
}

#ifdef __GLIBCXX__
TEST_CASE("a seed gives the order that libstdc++'s std::shuffle gives, in every library") {
    for (const std::size_t size : {0u, 1u, 2u, 3u, 16u, 65u, 70'000u, 70'001u}) {
        std::mt19937_64 random(size), again(size);
        auto all = numbers_below(size), expected = all;
        pbp::sim::shuffle(all, random);
        std::ranges::shuffle(expected, again);
        CHECK(all == expected);
        CHECK(random == again);
    }
}
#endif

TEST_SUITE_END();
