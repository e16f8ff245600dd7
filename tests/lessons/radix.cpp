// SPDX-License-Identifier: MIT
// Schedule and twins of the radix sort, without a context.
#include "lessons/09_radix_sort/radix.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "common/check/inputs.hpp"
#include "lessons/09_radix_sort/stories.hpp"

namespace radix_test {

namespace {

using radix::Words;

const pbp::Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 32768, 1 << 27, 8, 16384};
const std::vector<std::string> by_table{"v1_split", "v2_four_bits", "v3_histogram", "v4_ballots", "v5_runs"};
const std::vector<std::string> sweeping{"v6_one_sweep", "v7_large_tile", "v8_pairs"};

radix::Shape shape_of(const std::string& version, std::uint32_t n, std::uint32_t lanes) {
    pbp::DeviceInfo info;
    info.limits = limits;
    return radix::shape_of(version, n, lanes, info);
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("digits cover every bit once, from the lowest") {
        for (std::uint32_t bits = 1; bits <= 32; ++bits)
            for (const std::uint32_t width : {1, 2, 4, 8}) {
                std::uint32_t next = 0;
                for (const auto& digit : radix::digits(bits, width)) {
                    CHECK(digit.shift == next);
                    CHECK(digit.width <= width);
                    next += digit.width;
                }
                CHECK(next == bits);
            }
        CHECK(radix::digits(32, 8).size() == 4);
        CHECK(radix::Digit{1, 8, 8}.of(0x0002A107) == 0xA1);
        CHECK(radix::bits_of({0, 0}) == 1);
        CHECK(radix::bits_of({5, 31, 7}) == 5);
        CHECK(radix::bits_of({~0u}) == 32);
    }

    TEST_CASE("the rounds of any width sort, whatever the size and the data, and a round is stable") {
        for (const auto kind : {pbp::InputKind::random, pbp::InputKind::extremes, pbp::InputKind::reversed,
                                pbp::InputKind::equal, pbp::InputKind::few})
            for (const std::size_t n : {1, 2, 3, 7, 8, 9, 255, 256, 257, 1000})
                for (const std::uint32_t width : {1, 2, 4, 8}) {
                    CAPTURE(n);
                    CAPTURE(width);
                    auto keys = pbp::generate(kind, pbp::ValueType::uint32, n, n);
                    auto expected = keys;
                    for (const auto& digit : radix::digits(32, width)) {
                        const auto to = radix::places(keys, digit, static_cast<std::uint32_t>(n));
                        std::ranges::stable_sort(expected, {}, [&](auto key) { return digit.of(key); });
                        keys = radix::moved(keys, to);
                        CHECK(keys == expected);
                    }
                    CHECK(std::ranges::is_sorted(keys));
                }
    }

    TEST_CASE("a key's place is the scanned count of its tile and digit, plus its rank there") {
        const auto keys = pbp::generate(pbp::InputKind::random, pbp::ValueType::uint32, 1000, 5);
        const radix::Digit digit{0, 4, 3};
        for (const std::uint32_t size : {1, 7, 64, 1000, 2000}) {
            const auto columns = (1000 + size - 1) / size;
            auto next = radix::sums_before(radix::counts(keys, digit, 8, size));
            const auto to = radix::places(keys, digit, 1000);
            for (std::uint32_t i = 0; i < 1000; ++i)
                CHECK(to[i] == next[digit.of(keys[i]) * columns + i / size]++);
        }
    }

    TEST_CASE(
        "keys that share a digit stay where they are, and what their tiles find is known without counting") {
        const radix::Digit low{0, 0, 8}, shared{1, 8, 4};
        auto keys = pbp::generate(pbp::InputKind::random, pbp::ValueType::uint32, 1000, 7);
        CHECK_FALSE(radix::one_digit(keys, shared));
        for (auto& key : keys) key = (key & ~0xF00u) | 0x600u;
        CHECK(radix::one_digit(keys, shared));
        CHECK_FALSE(radix::one_digit(keys, low));
        CHECK(radix::one_digit({3}, low));
        CHECK(radix::moved(keys, radix::places(keys, shared, 1000)) == keys);
        constexpr std::uint32_t size = 64, tiles = 16;
        const auto own = radix::counts(keys, shared, 16, size), before = radix::sums_before(own);
        for (std::uint32_t d = 0; d < 16; ++d)
            for (std::uint32_t tile = 0; tile < tiles; ++tile) {
                CHECK(own[d * tiles + tile] == (d == 6 ? std::min(size, 1000 - tile * size) : 0));
                CHECK(before[d * tiles + tile] == (d < 6 ? 0 : d == 6 ? tile * size : 1000));
            }
    }

    TEST_CASE("the picture of a look-back has two rows per digit, and links that add up to its places") {
        const radix::Digit digit{.number = 0, .shift = 0, .width = 1};
        const Words keys{0, 1, 1, 0, 0, 0, 1};  // in tiles of 3
        pbp::picture::Strip recorded;
        CHECK(!radix::look_back_strip(recorded, keys, digit, 3));
        recorded.rows.push_back({.name = "count bit 0", .values = Words{1, 3, 0, 2, 0, 1}});
        recorded.rows.push_back({.name = "look back bit 0", .values = Words{0, 1, 4, 4, 6, 6}});
        const auto strip = radix::look_back_strip(recorded, keys, digit, 3);
        REQUIRE(strip);
        REQUIRE(strip->rows.size() == 5);
        CHECK(strip->group == 3);
        for (const std::size_t d : {0U, 1U}) {
            const auto &counts = strip->numbers[1 + 2 * d], &first = strip->numbers[2 + 2 * d];
            std::vector<double> sums(3, first[0]);
            for (const auto& link : strip->rows[2 + 2 * d].links) sums[link.to] += counts[link.from];
            for (std::size_t tile = 0; tile < 3; ++tile) CHECK(sums[tile] == first[tile]);
        }
        recorded.rows.pop_back();
        CHECK(!radix::look_back_strip(recorded, keys, digit, 3));
        CHECK(!radix::look_back_strip(recorded, Words(64, 0), digit, 3));
    }

    TEST_CASE("pairs are separated in their order, and v8 alone has them") {
        const auto pairs = radix::separated({9, 0, 7, 1, 8, 2});
        CHECK(pairs.keys == Words{9, 7, 8});
        CHECK(pairs.values == Words{0, 1, 2});
        CHECK(radix::separated({}).keys.empty());
        for (const auto& version : sweeping) CHECK(radix::sorts_pairs(version) == (version == "v8_pairs"));
        for (const auto& version : sweeping)
            CHECK(radix::skips_rounds(version) == (version != "v6_one_sweep"));
        CHECK(shape_of("v8_pairs", 1 << 24, 32).rounds() == 3);
    }

    TEST_CASE("v1 counts the row of the zeros, and the histograms of all digits are the table's sums") {
        const auto keys = pbp::generate(pbp::InputKind::random, pbp::ValueType::uint32, 100, 3);
        auto row = radix::counts(keys, {3, 3, 1}, 2, 1);
        row.resize(100);
        CHECK(radix::zeros(keys, {3, 3, 1}) == row);
        const auto digits = radix::digits(32, 8);
        const auto all = radix::histograms(keys, digits, 256);
        for (const auto& digit : digits) {
            const auto one = radix::counts(keys, digit, 256, 100);
            CHECK(std::equal(one.begin(), one.end(), all.begin() + 256 * digit.number));
        }
    }

    TEST_CASE("the versions need 32, 8 and 4 rounds for 32 bits, and fewer for fewer") {
        const std::vector<std::size_t> rounds{32, 8, 4, 4, 4};
        for (std::size_t v = 0; v < by_table.size(); ++v)
            CHECK(
                radix::rounds(by_table[v], shape_of(by_table[v], 1 << 20, 32), 1 << 20, 32, limits).size() ==
                rounds[v]);
        for (const auto& version : sweeping) {
            const auto shape = shape_of(version, 1 << 20, 32);
            CHECK(radix::sweep(version, shape, 1 << 20, 32, limits).sweeps.size() == 4);
            CHECK(radix::sweep(version, shape, 1 << 20, 9, limits).sweeps.size() == 2);
        }
    }

    TEST_CASE("radix sort: every default shape fits into shared memory, for any subgroup") {
        for (const std::uint32_t lanes : {1, 2, 4, 8, 16, 32, 64, 128})
            for (const std::uint32_t n : {1, 32, 256, 257, 5000, 1 << 20, 1 << 25})
                for (const auto* versions : {&by_table, &sweeping})
                    for (const auto& version : *versions) {
                        CAPTURE(lanes);
                        CAPTURE(n);
                        CAPTURE(version);
                        CHECK_NOTHROW(radix::require_room(version, shape_of(version, n, lanes), limits));
                    }
        radix::Shape shape{.local_size = 1024, .each = 16, .lanes = 8};
        CHECK_THROWS_AS(radix::require_room("v5_runs", shape, limits), pbp::Error);
        shape = {.local_size = 100, .each = 4, .lanes = 32};
        CHECK_THROWS_AS(radix::require_room("v4_ballots", shape, limits), pbp::Error);
    }

    TEST_CASE("radix sort: every combination of a tuning run covers all keys, or is refused in a sentence") {
        constexpr std::uint32_t n = 70000;
        const auto keys = pbp::generate(pbp::InputKind::random, pbp::ValueType::uint32, n, 2);
        std::size_t refused = 0;
        for (const auto* versions : {&by_table, &sweeping})
            for (const auto& version : *versions)
                for (const auto& choice : pbp::combinations(radix::knobs(version), {}, limits)) {
                    CAPTURE(version);
                    CAPTURE(pbp::in_words(choice));
                    auto shape = shape_of(version, n, 8);
                    shape.local_size = choice.local_size;
                    if (choice.per_invocation > 0) shape.each = choice.per_invocation;
                    try {
                        radix::require_room(version, shape, limits);
                    } catch (const pbp::Error& error) {
                        CHECK(std::string(error.what()).find("give a smaller") != std::string::npos);
                        ++refused;
                        continue;
                    }
                    const auto across = radix::columns(version, shape, n);
                    const auto size = version == "v1_split"       ? 1
                                      : version == "v2_four_bits" ? shape.each
                                                                  : shape.tile();
                    CHECK(std::uint64_t{across} * size >= n);
                    CHECK((across - 1) * size < n);
                    const radix::Digit digit{0, 0, shape.digit_bits};
                    if (version != "v1_split" && choice.local_size == 64)
                        CHECK(radix::counts(keys, digit, shape.radix(), size).size() ==
                              radix::table_size(version, shape, n));
                }
        CHECK(refused > 0);
        radix::Shape few{.local_size = 2, .each = 4, .lanes = 8};
        CHECK_THROWS_AS(radix::require_room("v7_large_tile", few, limits), pbp::Error);
        few.local_size = 4;
        CHECK_NOTHROW(radix::require_room("v7_large_tile", few, limits));
    }

    TEST_CASE("radix sort: no dispatch exceeds what the driver allows, up to its largest buffer") {
        const auto allowed = [](const pbp::Groups& groups) {
            CHECK(groups.x <= limits.workgroup_count.x);
            CHECK(groups.y <= limits.workgroup_count.y);
        };
        constexpr std::uint32_t n = 1u << 25;
        for (const auto& version : by_table)
            for (const auto& round : radix::rounds(version, shape_of(version, n, 8), n, 32, limits)) {
                allowed(round.count.groups);
                allowed(round.scatter.groups);
            }
        for (const auto& version : sweeping) {
            const auto plan = radix::sweep(version, shape_of(version, n, 8), n, 32, limits);
            allowed(plan.count.groups);
            for (const auto& sweep : plan.sweeps) allowed(sweep.groups);
        }
    }
}

}  // namespace radix_test
