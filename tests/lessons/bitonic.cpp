// SPDX-License-Identifier: MIT
// Schedule and twin of the bitonic sort, without a context.
#include "lessons/05_bitonic_sort/bitonic.hpp"

#include <doctest/doctest.h>

#include "common/check/inputs.hpp"
#include "common/lesson/version_names.hpp"

namespace bitonic_test {

namespace {

const pbp::Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 32768, 1 << 27, 8, 16384};
const std::vector<std::string> versions{"v1_shared",      "v2_pick",      "v3_global",        "v4_transpose",
                                        "v5_shared_tail", "v6_registers", "v7_register_tile", "v8_far_tile"};

/// Runs all passes of a version by its twin alone.
bitonic::Keys sorted_by(const std::string& version, bitonic::Keys keys) {
    for (const auto& launch : bitonic::launches(version, static_cast<std::uint32_t>(keys.size()), limits))
        for (const auto& pass : launch.passes) bitonic::step(keys, pass);
    return keys;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("n keys take log2(n) * (log2(n) + 1) / 2 passes") {
        CHECK(bitonic::passes(2).size() == 1);
        CHECK(bitonic::passes(8).size() == 6);
        CHECK(bitonic::passes(1024).size() == 55);
        CHECK(bitonic::passes(8)[5] == bitonic::Pass{8, 1});
    }

    TEST_CASE("the dispatches of every version sort, whatever the size and the data") {
        for (const auto& version : versions)
            for (const std::size_t n : {1, 2, 3, 7, 8, 9, 15, 16, 17, 100, 255, 256, 257, 1000})
                for (const auto kind : {pbp::InputKind::random, pbp::InputKind::extremes,
                                        pbp::InputKind::reversed, pbp::InputKind::equal}) {
                    CAPTURE(version);
                    CAPTURE(n);
                    auto keys = pbp::generate(kind, pbp::ValueType::uint32, n, n);
                    auto result = sorted_by(version, bitonic::padded(keys));
                    std::ranges::sort(keys);
                    result.resize(n);
                    CHECK(result == keys);
                }
    }

    TEST_CASE("the dispatches sort in every shape that can be chosen, or report why not") {
        const auto keys = pbp::generate(pbp::InputKind::random, pbp::ValueType::uint32, 256, 1);
        for (const auto& version : versions) {
            const auto knobs = bitonic::knobs(version);
            if (!knobs.any()) continue;
            for (const auto& choice : pbp::combinations(knobs, {}, limits)) {
                bitonic::Shape shape{choice.local_size, 2};
                if (choice.per_invocation > 0) shape.keys = choice.per_invocation;
                CAPTURE(version);
                CAPTURE(pbp::in_words(choice));
                const auto tile_keys = pbp::version_number(version) < 7 ? 2 : shape.keys;
                if (pbp::version_number(version) >= 5 && tile_keys * shape.local_size > 256) {
                    CHECK_THROWS_AS(bitonic::launches(version, shape, 256, limits), pbp::Error);
                    continue;
                }
                auto sorted = keys;
                for (const auto& launch : bitonic::launches(version, shape, 256, limits))
                    for (const auto& pass : launch.passes) bitonic::step(sorted, pass);
                CHECK(std::ranges::is_sorted(sorted));
            }
        }
    }

    TEST_CASE("the network sorts every sequence of zeros and ones, so it sorts all keys") {
        for (std::uint32_t pattern = 0; pattern < 1u << 16; ++pattern) {
            bitonic::Keys keys(16);
            for (std::size_t i = 0; i < 16; ++i) keys[i] = pattern >> i & 1u;
            const auto result = sorted_by("v3_global", keys);
            if (!std::ranges::is_sorted(result)) FAIL("pattern ", pattern);
        }
    }

    TEST_CASE("the walk-through of eight keys in groups of four") {
        // The transpose variant, step by step, as the article shows it from its second step on.
        bitonic::Keys keys{2, 7, 5, 1, 4, 8, 6, 3};
        const auto launches = bitonic::launches("v4_transpose", 8, limits);
        REQUIRE(launches.size() == 5);
        std::vector<bitonic::Keys> states;
        for (const auto& launch : launches) {
            for (const auto& pass : launch.passes) bitonic::step(keys, pass);
            states.push_back(keys);
        }
        CHECK(states[0] == bitonic::Keys{1, 2, 5, 7, 8, 6, 4, 3});
        CHECK(states[1] == bitonic::Keys{1, 8, 2, 6, 5, 4, 7, 3});  // 3A: transposed
        CHECK(states[2] == bitonic::Keys{1, 8, 2, 6, 4, 5, 3, 7});  // 3B: sorted within groups
        CHECK(states[3] == bitonic::Keys{1, 2, 4, 3, 8, 6, 5, 7});  // 3C: transposed back
        CHECK(states[4] == bitonic::Keys{1, 2, 3, 4, 5, 6, 7, 8});  // 3D: finished
    }

    TEST_CASE("no dispatch exceeds the driver's limits, up to its largest buffer") {
        for (const auto& version : versions) {
            if (version == "v1_shared" || version == "v2_pick") continue;
            const std::uint32_t n = version == "v4_transpose" ? 1u << 22 : 1u << 25;
            for (const auto& launch : bitonic::launches(version, n, limits)) {
                CHECK(launch.groups.x <= limits.workgroup_count.x);
                CHECK(launch.groups.y <= limits.workgroup_count.y);
            }
        }
    }

    TEST_CASE("padding keeps real largest keys") {
        auto keys = bitonic::padded({~0u, 3, ~0u});
        CHECK(keys.size() == 4);
        keys = sorted_by("v3_global", keys);
        CHECK(keys == bitonic::Keys{3, ~0u, ~0u, ~0u});
        CHECK(bitonic::padding(keys, 3).empty());  // two real ones and one pad cannot be distinguished
        CHECK(bitonic::padding(bitonic::padded({1, 2, 3}), 3).at(3) == pbp::CellMark::padded);
    }
}

}  // namespace bitonic_test
