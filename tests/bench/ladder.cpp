// SPDX-License-Identifier: MIT
#include "common/tools/bench/ladder.hpp"

#include <doctest/doctest.h>

#include "common/modes/bench/names.hpp"
#include "tests/support/sample_report.hpp"

namespace bench_ladder_test {

using namespace pbp::bench;
using pbp::test::sample_report, pbp::test::sample_software_report;
using Names = std::vector<std::string>;

namespace {
constexpr std::uint64_t million = 1U << 20;
}

TEST_SUITE_BEGIN("cpu");

TEST_CASE("a ladder lists the rungs and sizes of one lesson, and looks rows up") {
    const auto report = sample_report();
    CHECK(lessons_of(report) == Names{"03", "05"});
    const Ladder ladder(report, "03");
    CHECK(ladder.versions().front() == "v1_rung");
    CHECK(ladder.versions().back() == "v7_rung");
    CHECK(ladder.sizes().front() == 1U << 16);
    CHECK(ladder.sizes().back() == 1U << 26);
    CHECK(ladder.peers() == Names{"cub::DeviceReduce::Sum"});
    REQUIRE(ladder.timed("v3_rung", million) != nullptr);
    CHECK(ladder.timed("v3_rung", million)->version == "v3_rung");
    CHECK(ladder.timed("v3_rung", million + 1) == nullptr);
    CHECK(folder_of("03") == "03_reduction");
    CHECK(folder_of("77") == "77");
}

TEST_CASE("rungs are in the order of their numbers, not of their letters") {
    auto report = sample_report();
    for (auto& row : report.rows)
        if (row.version == "v1_rung") row.version = "v10_rung";
    CHECK(Ladder(report, "03").versions().back() == "v10_rung");
}

TEST_CASE("the rung below has a time at the same n, and does the same work") {
    auto report = sample_report();
    const Ladder ladder(report, "03");
    CHECK(ladder.below(*ladder.timed("v4_rung", million))->version == "v3_rung");
    CHECK(ladder.below(*ladder.timed("v6_rung", million))->version == "v4_rung");  // v5 is wrong there
    CHECK(ladder.below(*ladder.timed("v1_rung", million)) == nullptr);
    for (auto& row : report.rows)
        if (row.version == "v3_rung") row.work.bytes_written = 4 * row.n;
    CHECK(ladder.below(*ladder.timed("v4_rung", million))->version == "v2_rung");
    for (auto& row : report.rows)
        if (row.version == "v2_rung") ++row.work.operations;
    CHECK(ladder.below(*ladder.timed("v4_rung", million))->version == "v1_rung");
}

TEST_CASE("a rung is measured against the fastest of those below") {
    auto report = sample_report();
    for (auto& row : report.rows)
        if (row.version == "v2_rung" && row.n == million) row.hot.median_us = 1;
    const Ladder ladder(report, "03");
    CHECK(ladder.fastest_below(*ladder.timed("v4_rung", million))->version == "v2_rung");
    CHECK(ladder.fastest_below(*ladder.timed("v2_rung", million))->version == "v1_rung");
    CHECK(ladder.fastest_below(*ladder.timed("v1_rung", million)) == nullptr);
}

TEST_CASE("what has no time says why") {
    auto report = sample_report();
    std::erase_if(report.rows, [](const Row& row) { return row.version == "v2_rung" && row.n > million; });
    const Ladder ladder(report, "03"), sorts(report, "05");
    CHECK(ladder.missing("v5_rung", million) == "WRONG: element 0 is 1, expected 2");
    CHECK(ladder.missing("v2_rung", 1U << 24) == "measured up to 2^20 elements");
    CHECK(ladder.missing("v99", million) == "not measured");
    CHECK(sorts.missing("v1_shared", million) == "up to 2,048 elements");
    CHECK(sorts.top(million)->version == "v2_tiles");
    CHECK(ladder.top(5) == nullptr);
}

TEST_CASE("speeds are in GB/s of the bytes, and for sorts in keys") {
    const auto report = sample_report();
    const Ladder sums(report, "03"), sorts(report, "05");
    const Row &sum = *sums.timed("v7_rung", million), &sort = *sorts.timed("v2_tiles", million);
    CHECK(sums.speed(sum, 1) == doctest::Approx((4.0 * million + 4) * 1e-3));
    CHECK(sorts.speed(sort, 1) == doctest::Approx(million * 1e-3));
    CHECK(std::string(sums.unit()) == "GB/s");
    CHECK(std::string(sorts.unit()) == "Gkeys/s");
    const auto slow = sample_software_report();
    const Ladder slow_sorts(slow, "05");
    CHECK(std::string(slow_sorts.unit()) == "Mkeys/s");
    CHECK(slow_sorts.speed(sort, 1) == doctest::Approx(million));
}

TEST_CASE(
    "the limit is the read for sums, the copy for sorts, an empty dispatch for short work, and none on a "
    "CPU") {
    const auto report = sample_report(), software = sample_software_report();
    const Ladder sums(report, "03"), sorts(report, "05"), slow(software, "03");
    const Row& large = *sums.top(1U << 26);
    CHECK(sums.least_us(large) == doctest::Approx((4.0 * (1U << 26) + 4) / 4200 * 1e-3));
    CHECK(sums.what_limits(large) == "read");
    CHECK(sorts.what_limits(*sorts.top(1U << 26)) == "copy");
    CHECK(sums.least_us(*sums.top(1U << 16)) == doctest::Approx(2));
    CHECK(sums.what_limits(*sums.top(1U << 16)) == "empty dispatch");
    CHECK(slow.least_us(*slow.top(1U << 16)) == 0);
    CHECK(slow.what_limits(*slow.top(1U << 16)).empty());
}

TEST_CASE("a row that beats the limit in a cache does not move it") {
    auto report = sample_report();
    for (auto& row : report.rows) row.hot.median_us = 0.01;
    const Ladder ladder(report, "03");
    CHECK(ladder.least_us(*ladder.top(1U << 16)) == doctest::Approx(2));
}

TEST_CASE("a peer's time is the one beside the highest rung") {
    const auto report = sample_report();
    const Ladder ladder(report, "03");
    const auto beside = ladder.beside("cub::DeviceReduce::Sum", million);
    REQUIRE(beside.peer != nullptr);
    CHECK(beside.row->version == "v7_rung");
    CHECK(ladder.beside("std::reduce", million).peer == nullptr);
}

TEST_CASE("times closer than the larger spread are equal") {
    CHECK(gain_over({100, 1, 20, 1}, {98, 2, 20, 1}).equal);
    CHECK(gain_over({100, 1, 20, 1}, {98, 2, 20, 1}).words() == "equal");
    CHECK(gain_over({100, 1, 20, 1}, {97, 2, 20, 1}).words() == "1.03 x");
    CHECK(gain_over({50, 1, 20, 1}, {100, 2, 20, 1}).words() == "0.50 x");
    CHECK(gain_over({5000, 1, 20, 1}, {2, 1, 20, 1}).words() == "2500 x");
}

TEST_CASE("a peer timed in turns is compared turn by turn") {
    Row row;
    row.hot = {100, 1, 20, 1};
    Peer peer{"theirs", "1", {150, 1, 20, 1}, {}, {}};
    CHECK(gain_over(peer, row).words() == "1.50 x");
    peer.ratio = {1.38, 1.4, 1.42};
    CHECK(gain_over(peer, row).words() == "1.40 x");
    peer.ratio = {0.97, 1.4, 1.42};
    CHECK(gain_over(peer, row).equal);
}

TEST_CASE("numbers are written with the digits that count") {
    CHECK(three_digits(0.01234) == "0.0123");
    CHECK(three_digits(0.7) == "0.700");
    CHECK(three_digits(4.5) == "4.50");
    CHECK(three_digits(9.999) == "10.0");
    CHECK(three_digits(22.44) == "22.4");
    CHECK(three_digits(99.97) == "100");
    CHECK(three_digits(4012.3) == "4012");
    CHECK(time_name(6.5) == "6.50 us");
    CHECK(time_name(1790) == "1.79 ms");
    CHECK(time_name(2.5e6) == "2.50 s");
    CHECK(size_name(2048) == "2,048");
    CHECK(size_name(1U << 24) == "2^24");
    CHECK(size_name(1234567) == "1,234,567");
    CHECK(short_name("v7_one_dispatch") == "v7");
}

TEST_SUITE_END();

}  // namespace bench_ladder_test
