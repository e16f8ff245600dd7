// SPDX-License-Identifier: MIT
// Schedule, stop rule and twin of the odd-even sort, without a context.
#include "lessons/04_odd_even_sort/odd_even.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "common/check/inputs.hpp"
#include "lessons/04_odd_even_sort/faults.hpp"

namespace odd_even_test {

namespace {

using odd_even::Keys;
using pbp::InputKind;

/// A device of 1024 invocations and 32 KiB of shared memory, or with other shared memory.
pbp::DeviceInfo device(bool software = false, std::uint64_t shared_bytes = 32768) {
    pbp::DeviceInfo info;
    info.software = software;
    info.limits = {1024, {1024, 1024, 64}, {65535, 65535, 65535}, shared_bytes, 1 << 27, 8, 16384};
    return info;
}

const std::vector<std::string> versions{"v2_fixed", "v3_paired", "v4_early_exit", "v5_dispatches",
                                        "v6_blocks"};

/// A version's twin after all of its passes.
odd_even::Twin finished(const std::string& version, const Keys& keys,
                        const pbp::DeviceInfo& info = device()) {
    odd_even::Twin twin(keys, odd_even::launches(version, static_cast<std::uint32_t>(keys.size()), info));
    twin.finish();
    return twin;
}

/// Makes passes until one pass (the article's rule), or two in a row, swap nothing; true if the keys are then
/// in order.
bool sorted_when_stopped(Keys keys, int quiet_passes, bool odd_first) {
    for (std::uint32_t number = odd_first ? 2 : 1, quiet = 0;
         quiet < static_cast<std::uint32_t>(quiet_passes); ++number)
        quiet = odd_even::step(keys, odd_even::passes(number).back()) == 0 ? quiet + 1 : 0;
    return std::ranges::is_sorted(keys);
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("even passes begin at key 0, odd ones at key 1") {
        const auto passes = odd_even::passes(4);
        REQUIRE(passes.size() == 4);
        CHECK(passes[0].name() == "pass 1, even pairs");
        CHECK(passes[0].first == 0);
        CHECK(passes[3].name() == "pass 4, odd pairs");
        CHECK(passes[3].first == 1);
        Keys keys{4, 3, 2, 1, 0};
        CHECK(odd_even::step(keys, passes[0]) == 2);
        CHECK(keys == Keys{3, 4, 1, 2, 0});
        CHECK(odd_even::step(keys, passes[1]) == 2);
        CHECK(keys == Keys{3, 1, 4, 0, 2});
    }

    TEST_CASE("the twin of every version sorts, whatever the size and the data") {
        const auto small = device(false, 4 * 64);  // tiles of 64 keys, and sizes around them
        for (const auto& version : versions)
            for (const std::size_t n :
                 {1, 2, 3, 5, 31, 32, 33, 62, 63, 64, 65, 100, 126, 127, 128, 129, 1000})
                for (const auto kind : {InputKind::random, InputKind::reversed, InputKind::equal,
                                        InputKind::few, InputKind::extremes, InputKind::sorted}) {
                    CAPTURE(version);
                    CAPTURE(n);
                    auto keys = pbp::generate(kind, pbp::ValueType::uint32, n, n);
                    const auto by_large = finished(version, keys), by_small = finished(version, keys, small),
                               by_software = finished(version, keys, device(true));
                    std::ranges::sort(keys);
                    CHECK(by_large.keys() == keys);
                    CHECK(by_small.keys() == keys);
                    CHECK(by_software.keys() == keys);
                }
    }

    TEST_CASE("blocks sort with every tile that may be chosen and that fits") {
        const auto keys = pbp::generate(InputKind::random, pbp::ValueType::uint32, 300, 1);
        std::size_t fitted = 0;
        for (const auto& choice : pbp::combinations(odd_even::knobs("v6_blocks"), {}, device().limits)) {
            const odd_even::Tile tile{choice.local_size, choice.per_invocation};
            CAPTURE(pbp::in_words(choice));
            if (tile.keys() * 4 > 32768) {
                CHECK_THROWS_WITH_AS(odd_even::launches("v6_blocks", tile, 300, device()),
                                     doctest::Contains("bytes of shared memory"), pbp::Error);
                continue;
            }
            odd_even::Twin twin(keys, odd_even::launches("v6_blocks", tile, 300, device()));
            twin.finish();
            CHECK(std::ranges::is_sorted(twin.keys()));
            ++fitted;
        }
        CHECK(fitted > 40);
        const auto chosen = odd_even::tile_of("v6_blocks", 1u << 20, device(), 128);
        CHECK(chosen.invocations == 128);
        CHECK(chosen.items == 63);  // as many as shared memory holds, and an odd number
        CHECK(odd_even::tile_of("v5_dispatches", 100, device()).invocations == 256);
    }

    TEST_CASE("n passes sort every sequence of zeros and ones, so they sort all keys") {
        for (std::uint32_t n = 1; n <= 12; ++n)
            for (std::uint32_t pattern = 0; pattern < 1u << n; ++pattern) {
                Keys keys(n);
                for (std::uint32_t i = 0; i < n; ++i) keys[i] = pattern >> i & 1u;
                for (const auto& pass : odd_even::passes(n)) odd_even::step(keys, pass);
                if (!std::ranges::is_sorted(keys)) FAIL("n ", n, ", pattern ", pattern);
            }
    }

    TEST_CASE("one pass fewer is not enough") {
        Keys keys{1, 2, 3, 4, 5, 6, 0};  // 0 has no partner in pass 1 and then moves six places
        for (const auto& pass : odd_even::passes(6)) odd_even::step(keys, pass);
        CHECK_FALSE(std::ranges::is_sorted(keys));
        CHECK(finished("v2_fixed", {5, 4, 3, 2, 1, 0}).told()[1] ==
              15);  // one swap for every pair in the wrong order
    }

    TEST_CASE("one quiet pass does not mean sorted; an even and an odd one do") {
        CHECK_FALSE(sorted_when_stopped({2, 1, 3, 4}, 1, true));
        CHECK(sorted_when_stopped({2, 1, 3, 4}, 2, true));
        int wrong_by_one = 0, wrong_by_two = 0;
        for (std::uint64_t seed = 1; seed <= 10000; ++seed) {
            const auto keys = pbp::generate(InputKind::shuffled, pbp::ValueType::uint32, 8, seed);
            wrong_by_one += sorted_when_stopped(keys, 1, true) ? 0 : 1;
            wrong_by_two += sorted_when_stopped(keys, 2, true) ? 0 : 1;
        }
        CHECK(wrong_by_one > 1000);
        CHECK(wrong_by_one < 1600);
        CHECK(wrong_by_two == 0);
        MESSAGE(wrong_by_one, " of 10000 shuffles of 8 keys stop unsorted after one quiet pass");
    }

    TEST_CASE("the twin that may stop early makes a quiet round and no more") {
        for (const auto* version : {"v4_early_exit", "v5_dispatches"}) {
            CHECK(finished(version, {0, 1, 2, 3, 4, 5, 6, 7}).told() == std::vector<std::int32_t>{2, 0});
            CHECK(finished(version, {1, 0, 2, 3, 4, 5, 6, 7}).told() == std::vector<std::int32_t>{4, 1});
            CHECK(finished(version, {0, 2, 1, 3, 4, 5, 6, 7}).told() == std::vector<std::int32_t>{4, 1});
            CHECK(finished(version, {7, 6, 5, 4, 3, 2, 1, 0}).told() ==
                  std::vector<std::int32_t>{8, 28});  // n at most
            CHECK(finished(version, {5}).told() == std::vector<std::int32_t>{2, 0});
        }
        odd_even::Quiet quiet;
        CHECK_FALSE(quiet.since(3));
        CHECK(quiet.since(3));
    }

    TEST_CASE("the passes of a version are those that it tells") {
        for (const std::uint32_t n : {1u, 2u, 3u, 24u, 25u}) {
            CHECK(pbp::passes_in(odd_even::launches("v2_fixed", n, device())) == n);
            for (const auto* version : {"v3_paired", "v4_early_exit", "v5_dispatches"})
                CHECK(pbp::passes_in(odd_even::launches(version, n, device())) == n + n % 2);
        }
    }

    TEST_CASE(
        "a tile of two blocks fits the device, and n in the millions ends in a few hundred dispatches") {
        for (const bool software : {false, true})
            for (const std::uint64_t shared_bytes : {16384u, 32768u, 49152u})
                for (const std::uint32_t n : {1u, 2u, 3u, 5u, 24u, 1000u, 1u << 20, 1u << 22}) {
                    const auto info = device(software, shared_bytes);
                    const auto tile = odd_even::tile_for(n, info);
                    CAPTURE(n);
                    CHECK(std::has_single_bit(tile.invocations));
                    CHECK(tile.items % 2 == 1);
                    CHECK(tile.keys() * 4 <= shared_bytes);
                    CHECK(tile.invocations <= 1024);
                    for (const auto& launch : odd_even::launches("v6_blocks", n, info))
                        CHECK(launch.groups.x <= 65535);
                }
        CHECK(odd_even::launches("v6_blocks", 1u << 20, device()).size() == 293);
        CHECK(odd_even::launches("v6_blocks", 1u << 20, device(false, 49152)).size() == 187);
        CHECK(odd_even::launches("v6_blocks", 24, device()).size() == 4);
    }

    TEST_CASE("a trial of v1 says who made which step") {
        // Two rounds of two invocations: first both make step 0 and the first one swaps; then one has
        // left.
        const odd_even::Trial trial{{1, 3, 2, 4}, {}, {0 + 2 + 1, 0 + 1, 4 + 1, 4 + 0}, 2, 2};
        CHECK(trial.label(0) == "round 1: odd pairs");
        CHECK(trial.swaps(0, 0));
        CHECK(trial.label(1) == "round 2: even pairs, 1 invocation gone");
        CHECK(trial.marks(1)[3] == pbp::CellMark::idle);
        CHECK(trial.marks(1)[0] == pbp::CellMark::plain);
        CHECK(trial.links(1).size() == 1);
    }
}

}  // namespace odd_even_test
