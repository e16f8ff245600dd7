// SPDX-License-Identifier: MIT
// Clocks that share their parts, against plain maps.
#include "common/sim/kept/knowledge.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <vector>

namespace pbp::test::knowledge {

using sim::both;
using sim::Clocks;
using sim::Knowledge;

TEST_SUITE_BEGIN("cpu");

TEST_CASE("clocks are maps, and their union has the later clock of each key") {
    std::mt19937 random(1);
    for (const std::uint32_t most : {3u, 20u, 5000u, 0xFFFFFFFFu}) {
        std::vector<Clocks> trees(1);
        std::vector<std::map<std::uint32_t, std::uint32_t>> maps(1);
        for (int step = 0; step < 300; ++step) {
            const auto from = random() % trees.size(), other = random() % trees.size();
            Clocks tree = trees[from];
            auto map = maps[from];
            if (random() % 2 == 0) {
                const auto key = static_cast<std::uint32_t>(random() % (most + 1ull));
                const std::uint32_t clock = 1 + random() % 9u;
                tree.set(key, clock);
                map[key] = clock;
            } else {
                const auto all = united(tree, trees[other]);
                tree = all.clocks;
                for (const auto& [key, clock] : maps[other]) map[key] = std::max(map[key], clock);
                REQUIRE(all.is_a == (map == maps[from]));
                REQUIRE(all.is_b == (map == maps[other]));
            }
            for (const auto& [key, clock] : map) REQUIRE(tree.of(key) == clock);
            for (int look = 0; look < 20; ++look) {
                const auto key = static_cast<std::uint32_t>(random());
                REQUIRE(tree.of(key) == (map.contains(key) ? map[key] : 0));
            }
            trees.push_back(tree);
            maps.push_back(map);
        }
    }
}

TEST_CASE("the union is the larger one itself if that includes the other") {
    Knowledge some;
    for (std::uint32_t key = 0; key < 1000; ++key) some.workgroups.set(key, 2);
    Knowledge more = some;
    more.workgroups.set(1u << 20, 1);
    more.invocations.set(7, 1);
    const auto less = std::make_shared<const Knowledge>(some), all = std::make_shared<const Knowledge>(more);
    CHECK(both(less, all) == all);
    CHECK(both(all, less) == all);
    CHECK(both(nullptr, all) == all);
    CHECK(both(all, nullptr) == all);
    some.workgroups.set(3, 5);  // a copy: `less` keeps its clock
    CHECK(less->workgroups.of(3) == 2);
    const auto merged = both(std::make_shared<const Knowledge>(some), all);
    CHECK(merged != all);
    CHECK(merged->workgroups.of(3) == 5);
    CHECK(merged->workgroups.of(1u << 20) == 1);
    CHECK(merged->invocations.of(7) == 1);
}

TEST_SUITE_END();

}  // namespace pbp::test::knowledge
