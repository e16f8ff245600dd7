// SPDX-License-Identifier: MIT
// Sums in the words of a strip with --sums ranges.
#include "common/record/ranges.hpp"

#include <doctest/doctest.h>

#include "common/picture/strip/strip_layout.hpp"

using namespace pbp;
using record::ranges_of;
using Texts = std::vector<std::string>;

namespace {

record::Pass row(std::vector<double> values, std::vector<record::Link> links = {}, std::uint32_t array = 0) {
    return {
        .name = "row", .values = std::move(values), .sum = {array}, .links = std::move(links), .number = 0};
}
record::Link add(std::uint32_t from, std::uint32_t to) {
    return {from, to, LinkKind::added};
}
record::Link move(std::uint32_t from, std::uint32_t to) {
    return {from, to, LinkKind::moved};
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("a sum is named after the elements that it adds up") {
    const auto input = row({1, 2, 4, 8});
    CHECK(ranges_of({input})[0] == Texts{"0", "1", "2", "3"});
    const auto neighbours = row({3, 2, 12, 8}, {add(1, 0), add(3, 2)});
    CHECK(ranges_of({input, neighbours})[1] == Texts{"0..1", "1", "2..3", "3"});
    const auto all = row({15, 2, 12, 8}, {add(2, 0)});
    CHECK(ranges_of({input, neighbours, all})[2][0] == "0..3");
    const auto halves = row({5, 10, 4, 8}, {add(2, 0), add(3, 1)});
    CHECK(ranges_of({input, halves})[1] == Texts{"0,2", "1,3", "2", "3"});
    CHECK(ranges_of({row({1, 1, 1, 1, 1}), row({3, 1, 1, 1, 1}, {add(2, 0), add(4, 0)})})[1][0] == "0,2..4");
    CHECK(ranges_of({row({1, 1, 1, 1}), row({3, 1, 1, 1}, {add(1, 0), add(3, 0)})})[1][0] == "3 of 0..3");
}

TEST_CASE("a new array holds what moves and is added into it; a sum goes back to its own array later") {
    const auto input = row({1, 2, 4, 8}), scan = row({1, 3, 4, 12}, {add(0, 1), add(2, 3)});
    auto totals = row({3, 12}, {move(1, 0), move(3, 1)}, 1), prefixes = row({0, 3}, {add(0, 1)}, 2);
    totals.span = prefixes.span = 2;
    const auto last = row({1, 3, 7, 15}, {add(1, 2), add(1, 3)});
    const auto all = ranges_of({input, scan, totals, prefixes, last});
    CHECK(all[2] == Texts{"0..1", "2..3"});
    CHECK(all[3] == Texts{"none", "0..1"});  // nothing comes before the first tile
    CHECK(all[4] == Texts{"0", "0..1", "0..2", "0..3"});
}

TEST_CASE("a scan without links, and a root that was set to 0, are understood") {
    const auto input = row({1, 2, 4, 8});
    CHECK(ranges_of({input, row({1, 3, 4, 12})})[1] == Texts{"0", "0..1", "2", "2..3"});
    const auto pairs = row({1, 3, 4, 12}, {add(0, 1), add(2, 3)}), up = row({1, 3, 4, 15}, {add(1, 3)});
    const auto root = row({1, 3, 4, 0}), down = row({1, 0, 4, 3}, {move(3, 1), add(1, 3)});
    const auto all = ranges_of({input, pairs, up, root, down});
    CHECK(all[2][3] == "0..3");
    CHECK(all[3][3] == "none");
    CHECK(all[4] == Texts{"0", "none", "2", "0..1"});
}

TEST_CASE("a cell that does not hold the sum of its elements has no range") {
    const auto input = row({1, 2, 4, 8});
    CHECK(ranges_of({input, row({4, 2, 4, 8}, {add(1, 0)})})[1][0].empty());  // wrong
    CHECK(ranges_of({input, row({3, 2, 4, 8}, {add(1, 0)})})[1][0] == "0..1");
    CHECK(ranges_of({input, row({2, 2, 4, 8}, {{1, 0, LinkKind::combined}})})[1][0].empty());
    CHECK(ranges_of({row({3e9, 3e9}), row({6e9 - 0x1p32, 3e9}, {add(1, 0)})})[1][0] ==
          "0..1");                                                            // modulo 2^32
    CHECK(ranges_of({input, row({2, 2, 4, 8}, {add(0, 0)})})[1][0].empty());  // twice the same element
}

TEST_CASE("the cells of a strip are as wide as its texts need") {
    picture::Strip strip;
    for (int i = 0; i < 2; ++i) strip.rows.push_back(row(std::vector<double>(16, 1)));
    const auto narrow = lay_out(strip, 0).columns.cell_width;
    strip.texts.assign(2, Texts(16, "10..15"));
    const auto wide = lay_out(strip, 0);
    CHECK(wide.columns.cell_width > narrow);
    CHECK(wide.number_size >= 11);
}
