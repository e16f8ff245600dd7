// SPDX-License-Identifier: MIT
// Schedule and twin of the scan, and the state of a look-back, without a context.
#include "lessons/06_subgroup_scan/scan.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "common/check/inputs.hpp"
#include "lessons/06_subgroup_scan/look_back.hpp"

namespace scan_test {

namespace {

using scan::Kind;
using scan::Words;

const pbp::Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 32768, 1 << 27, 8, 16384};

Words reference(const Words& values, Kind kind) {
    Words sums(values.size());
    if (kind == Kind::inclusive)
        std::inclusive_scan(values.begin(), values.end(), sums.begin());
    else
        std::exclusive_scan(values.begin(), values.end(), sums.begin(), 0u);
    return sums;
}

/// Runs all passes on the twin alone.
Words scanned_by(const std::vector<scan::Pass>& passes, const Words& values, std::size_t size = 0) {
    pbp::RowShape none;
    scan::Twin twin(values, size);
    for (const auto& pass : passes) twin.step(pass, none);
    Words sums = twin.elements();
    sums.resize(values.size());
    return sums;
}

std::vector<scan::Pass> passes_of(const std::vector<scan::Launch>& launches) {
    std::vector<scan::Pass> all;
    for (const auto& launch : launches) all.insert(all.end(), launch.passes.begin(), launch.passes.end());
    return all;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the passes of every version scan, whatever the size, the data and the kind") {
        for (const std::uint32_t n :
             {1, 2, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129, 256, 257, 1000, 1024, 2048, 5000})
            for (const auto data : {pbp::InputKind::random, pbp::InputKind::extremes, pbp::InputKind::flags,
                                    pbp::InputKind::equal})
                for (const auto kind : {Kind::inclusive, Kind::exclusive}) {
                    CAPTURE(n);
                    const auto values = pbp::generate(data, pbp::ValueType::uint32, n, n);
                    const auto expected = reference(values, kind);
                    const std::uint32_t padded = std::max(2u, std::bit_ceil(n));
                    CHECK(scanned_by(scan::hillis_steele(n, kind), values) == expected);
                    CHECK(scanned_by(scan::blelloch(padded, kind), values, padded) == expected);
                    for (const std::uint32_t lanes : {1, 8, 32, 64, 128})
                        CHECK(scanned_by(scan::one_workgroup("v3_subgroup", n, kind, lanes).passes, values) ==
                              expected);
                    for (const std::uint32_t most : {2, 8, 128, 1024}) {
                        CHECK(scanned_by(
                                  passes_of(scan::three_passes(n, kind, scan::part_for(n, 4, most), limits)),
                                  values) == expected);
                        CHECK(scanned_by(scan::look_back(n, kind, scan::part_for(n, 8, most), limits).passes,
                                         values) == expected);
                    }
                    for (const scan::WideTile& tile :
                         {scan::WideTile{2, 4}, {8, 12}, {64, 32}, {512, 16}, {1024, 20}}) {
                        const auto size = scan::whole_vectors(n);
                        CHECK(size % 4 == 0);
                        CHECK(size - n < 4);
                        CHECK(scanned_by(scan::wide_look_back(size, kind, tile, limits).passes, values,
                                         size) == expected);
                    }
                }
    }

    TEST_CASE("flags, as in the article on subgroups") {
        const Words flags{0, 1, 0, 1, 1, 0, 0, 1};
        CHECK(scanned_by(scan::two_levels(8, 8, "subgroups", "totals", Kind::inclusive), flags) ==
              Words{0, 1, 1, 2, 3, 3, 3, 4});
        CHECK(scanned_by(scan::two_levels(8, 4, "subgroups", "totals", Kind::inclusive), flags) ==
              Words{0, 1, 1, 2, 3, 3, 3, 4});
        CHECK(scanned_by(scan::hillis_steele(8, Kind::exclusive), flags) == Words{0, 0, 1, 1, 2, 3, 3, 3});
    }

    TEST_CASE("the numbers of passes and additions of each version") {
        CHECK(scan::hillis_steele(1, Kind::inclusive).empty());
        CHECK(scan::hillis_steele(1024, Kind::inclusive).size() == 10);
        CHECK(scan::hillis_steele(1000, Kind::inclusive).size() == 10);
        CHECK(scan::blelloch(1024, Kind::exclusive).size() == 21);
        CHECK(scan::level_sizes(1 << 24, 1024) == std::vector<std::uint32_t>{1 << 24, 16384, 16});
        CHECK(scan::three_passes(1 << 24, Kind::inclusive, 1024, limits).size() == 5);
        CHECK(scan::three_passes(32, Kind::inclusive, 8, limits).size() == 3);
    }

    TEST_CASE("no dispatch exceeds the driver's limits, up to its largest buffer") {
        for (const std::uint32_t most : {64, 128, 1024}) {
            auto launches = scan::three_passes(1u << 25, Kind::inclusive, most, limits);
            launches.push_back(scan::look_back(1u << 25, Kind::inclusive, most, limits));
            for (const auto each : scan::wide_choices)
                launches.push_back(scan::wide_look_back(1u << 29, Kind::inclusive, {most, each}, limits));
            for (const auto& launch : launches) {
                CHECK(launch.groups.x <= limits.workgroup_count.x);
                CHECK(launch.groups.y <= limits.workgroup_count.y);
            }
        }
        pbp::DeviceInfo info;
        info.limits = limits;
        CHECK(scan::most_for(info, 32) == 1024);
        CHECK(scan::most_for(info, 8) == 64);
        CHECK(scan::most_for(info, 1) == 64);
        CHECK(scan::most_for(info, 128) == 1024);
    }

    TEST_CASE("a wide tile is small for a picture, and large for a large scan") {
        const auto local_size = [](std::uint32_t n, std::uint32_t each, std::uint32_t lanes,
                                   const auto& info) {
            return scan::wide_local_size(n, each, scan::widest(each), lanes, info);
        };
        pbp::DeviceInfo gpu, software;
        gpu.limits = software.limits = limits;
        software.software = true;
        for (const auto& info : {gpu, software}) {
            CHECK(scan::wide_each(64, 8, info) == 4);
            CHECK(local_size(64, 4, 8, info) == 8);  // two tiles of 32, of one subgroup: 64 is not enough
            CHECK(scan::wide_each(512, 8, info) == 8);
            CHECK(local_size(512, 8, 8, info) == 16);  // four tiles of two subgroups
            CHECK(scan::wide_each(512, 32, info) == 4);
            CHECK(local_size(512, 4, 32, info) == 64);  // two
            for (std::uint32_t n = 1; n < 1u << 29; n = 2 * n + 1) {
                const auto each = scan::wide_each(n, 32, info), local = local_size(n, each, 32, info);
                CHECK(std::ranges::count(scan::wide_choices, each) == 1);
                CHECK(std::has_single_bit(local));
                CHECK(pbp::refusal(scan::knobs("v6_wide_look_back"), {local, each}).empty());
            }
        }
        CHECK(scan::wide_each(1u << 20, 32, gpu) == 8);
        CHECK(local_size(1u << 20, 8, 32, gpu) == 1024);
        CHECK(local_size(1u << 24, 16, 32, gpu) == 512);
        CHECK(scan::scan_each(1u << 24, 32, gpu) == 24);
        CHECK(local_size(1u << 24, 24, 32, gpu) == 256);
        CHECK(scan::scan_each(1u << 26, 32, gpu) == 24);
        CHECK(local_size(1u << 24, 32, 8, software) == 64);
        gpu.limits.workgroup_invocations = 256;
        CHECK(local_size(1u << 24, 16, 32, gpu) == 256);
        CHECK(scan::whole_vectors(1) == 4);
        CHECK(scan::whole_vectors(4) == 4);
        CHECK(scan::whole_vectors((1u << 29) - 3) == 1u << 29);
        CHECK(scan::states_apart(1, limits) == 16);
        CHECK(scan::states_apart(1u << 19, limits) == 16);
        for (const std::uint32_t tiles : {1u << 20, 1u << 22, (1u << 22) + 1, 1u << 23}) {
            const auto apart = scan::states_apart(tiles, limits);
            CHECK(apart < 16);
            CHECK(8 + 8ull * apart * (tiles + 1ull) <= limits.buffer_bytes);
        }
        const auto launch = scan::wide_look_back(12, Kind::exclusive, {2, 4}, limits);
        CHECK(launch.groups == pbp::Groups{2, 1, 1});
        CHECK(launch.uniforms[0] == std::pair<std::string, std::uint32_t>{"vectors", 3});
    }

    TEST_CASE("a trace's row shows totals over the first elements") {
        pbp::RowShape none;
        scan::Twin twin({1, 2, 3, 4, 5});
        const auto passes = scan::two_levels(5, 2, "subgroups", "totals", Kind::inclusive);
        for (const auto& pass : {passes[0], passes[1]}) twin.step(pass, none);
        const auto row = twin.row(passes[1]);
        CHECK(Words(row.begin(), row.begin() + 3) == Words{3, 7, 5});
        using Mark = pbp::CellMark;
        CHECK(twin.marks(passes[1]) ==
              std::vector<Mark>{Mark::plain, Mark::plain, Mark::plain, Mark::absent, Mark::absent});
        CHECK(twin.marks(passes[0]).empty());
    }

    TEST_CASE("a tile's state holds all 32 bits, and halves with different flags count as unpublished") {
        using scan::Flag;
        for (const std::uint32_t value :
             {0u, 1u, 0xFFFFu, 0x10000u, 0x3FFFFFFFu, 0x40000000u, 0x80000000u, 0xFFFFFFFFu, 0x12345678u}) {
            std::uint32_t seen = 0;
            const auto aggregate = scan::published(Flag::aggregate, value),
                       prefix = scan::published(Flag::prefix, ~value);
            CHECK(scan::looked_at(aggregate, seen) == Flag::aggregate);
            CHECK(seen == value);
            CHECK(scan::looked_at(prefix, seen) == Flag::prefix);
            CHECK(seen == ~value);
            // What a reader may see between two writes, in either order.
            for (const auto& halves : {std::array{aggregate[0], 0u},
                                       {0u, aggregate[1]},
                                       {prefix[0], aggregate[1]},
                                       {aggregate[0], prefix[1]}})
                CHECK(scan::looked_at(halves, seen) == Flag::empty);
        }
        std::uint32_t seen = 0;
        CHECK(scan::looked_at({0, 0}, seen) == Flag::empty);
    }

    TEST_CASE("a record must end at a published prefix, and hold the sum of all before") {
        const Words prefixes{0, 10, 30, 60, 100};
        //               tile 0      1: ends at 0  2: at 0       3: at 0, helped 2  4: at 0
        const Words good{0, 0, 0, 0, 0, 10, 0, 9, 0, 30, 0, 0, 0, 60, 1, 500, 0, 100, 0, 0};
        CHECK(scan::expected_record(good, prefixes, 4) == good);
        auto bad = good;
        bad[4 * 3] = 2;  // tile 2 published no prefix
        CHECK(scan::expected_record(bad, prefixes, 4) != bad);
        CHECK(scan::expected_record(bad, prefixes, 1) != bad);  // it did, but then no tile had to sum tile 2
        bad[4 * 3 + 2] = 0;
        CHECK(scan::expected_record(bad, prefixes, 1) == bad);
        bad[4 * 4 + 1] = 101;
        CHECK(scan::expected_record(bad, prefixes, 1) != bad);
        const auto tiles = scan::records(good);
        CHECK(scan::helped(tiles[3], 3, 2));
        CHECK(!scan::helped(tiles[3], 3, 1));
    }
}

}  // namespace scan_test
