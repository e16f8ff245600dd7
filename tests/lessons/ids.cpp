// SPDX-License-Identifier: MIT
// Ids, flattening and the twin of lesson 01, without a context.
#include "lessons/01_workgroup_ids/ids.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "lessons/01_workgroup_ids/at.hpp"
#include "lessons/01_workgroup_ids/barriers.hpp"
#include "tests/support/folder.hpp"

namespace ids_test {

using ids::uvec3;

namespace {

const pbp::Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 32768, 1 << 27, 8, 16384};

ids::Dispatch made(const std::string& version, std::uint32_t n) {
    const uvec3 local = version == "v2_grid"     ? uvec3(4, 4, 1)
                        : version == "v3_volume" ? uvec3(4, 4, 2)
                                                 : uvec3(8, 1, 1);
    return ids::dispatch(version, n, local, limits);
}

/// One, two, three, around one and two workgroups of each version, and some that are not powers of two.
const std::vector<std::uint32_t> sizes{1,  2,  3,  7,  8,  9,  15,  16,  17,  31,   32,
                                       33, 43, 44, 45, 64, 88, 100, 126, 127, 1000, 4097};

std::string refusal(const ids::Dispatch& d, const std::string& text) {
    return pbp::test::sentence_of(pbp::ExitCode::wrong_usage, [&] { ids::followed(d, text); });
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the page's formula") {
        CHECK(ids::global_id({3, 1, 0}, {4, 4, 1}, {1, 1, 0}) == uvec3(13, 5, 0));
        CHECK(ids::flat({13, 5, 0}, {16, 12, 1}) == 93);
        CHECK(ids::flat({2, 0, 1}, {3, 2, 2}) == 8);
        CHECK(ids::flat({63, 31, 7}, {64, 32, 8}) == 16383);
    }

    TEST_CASE("flat indices number the cells of a box without gaps, x fastest") {
        std::uint32_t next = 0;
        ids::for_each({5, 3, 4}, [&](uvec3 at) { CHECK(ids::flat(at, {5, 3, 4}) == next++); });
        CHECK(next == 60);
    }

    TEST_CASE("every element has one owner, whose ids give back the element") {
        for (const char* version : {"v1_linear", "v2_grid", "v3_volume"})
            for (const auto n : sizes) {
                CAPTURE(version);
                CAPTURE(n);
                const auto d = made(version, n);
                const auto by = ids::twin(d);
                REQUIRE(by.owners.size() == d.cells);
                for (std::uint32_t i = 0; i < n; ++i) {
                    const auto w = by.workgroup[i], l = by.local_index[i];
                    const uvec3 workgroup{w % d.groups.x, w / d.groups.x % d.groups.y,
                                          w / d.groups.x / d.groups.y};
                    const uvec3 local{l % d.local.x, l / d.local.x % d.local.y, l / d.local.x / d.local.y};
                    if (by.owners[i] != 1 ||
                        ids::flat(ids::global_id(workgroup, d.local, local), d.size) != i)
                        FAIL_CHECK("element ", i);
                }
                CHECK(std::all_of(by.owners.begin() + n, by.owners.end(),
                                  [](auto owners) { return owners == 0; }));
                CHECK(std::all_of(by.workgroup.begin() + n, by.workgroup.end(),
                                  [](auto word) { return word == ids::untouched; }));
            }
    }

    TEST_CASE("a dispatch covers its elements, and the fence all that its invocations reach") {
        for (const char* version : {"v1_linear", "v2_grid", "v3_volume"})
            for (const auto n : sizes) {
                const auto d = made(version, n);
                CAPTURE(version);
                CAPTURE(n);
                CHECK(std::uint64_t{d.size.x} * d.size.y * d.size.z >= n);
                CHECK(std::uint64_t{d.size.x} * d.size.y * (d.size.z - 1) < n);
                for (int axis = 0; axis < 3; ++axis) {
                    CHECK(d.invocations()[axis] >= d.size[axis]);
                    CHECK(d.invocations()[axis] - d.size[axis] < d.local[axis]);
                }
                CHECK(d.cells == std::max(n, ids::flat(d.invocations() - 1u, d.size) + 1));
                CHECK(ids::owns(d, ids::followed(d, "auto")));
            }
    }

    TEST_CASE("the defaults: three workgroups of 8, a ragged grid, 16 x 8 x 4 workgroups") {
        CHECK(made("v1_linear", 22).groups == uvec3(3, 1, 1));
        CHECK(made("v2_grid", 126).size == uvec3(14, 9, 1));
        CHECK(made("v3_volume", 16384).size == uvec3(64, 32, 8));
        CHECK(made("v3_volume", 16384).groups == uvec3(16, 8, 4));
    }

    TEST_CASE("workgroups grow only if a driver rejects their number") {
        CHECK(ids::local_size(8, 22, limits) == 8);
        CHECK(ids::local_size(8, 8 * 65535, limits) == 8);
        CHECK(ids::local_size(8, 8 * 65535 + 1, limits) == 16);
        CHECK(ids::local_size(8, 1 << 25, limits) == 512 * 2);
        CHECK(ids::local_size(44, 1 << 25, limits) == 704);
        CHECK(ids::row_of_8.of(limits) == 1 << 25);
        CHECK(ids::row_of_44.of(limits) == 1 << 25);
        CHECK(ids::fenced_row.of(limits) < 1 << 25);
    }

    TEST_CASE("subgroups and lanes number a workgroup's invocations, at any subgroup size") {
        for (const std::uint32_t lanes : {1u, 4u, 8u, 32u, 64u, 128u})
            for (const auto n : sizes) {
                const auto d = ids::dispatch("v4_subgroups", n, {44, 1, 1}, limits);
                const auto by = ids::subgroup_twin(d, lanes);
                for (std::uint32_t i = 0; i < n; ++i)
                    if (by.lane[i] >= lanes || i / 44 * 44 + by.subgroup[i] * lanes + by.lane[i] != i)
                        FAIL_CHECK("element ", i);
                CHECK(std::accumulate(by.owners.begin(), by.owners.end(), 0u) == n);
            }
    }

    TEST_CASE("after a barrier all invocations of the workgroup have arrived, and no others count") {
        for (const auto n : sizes) {
            const auto arrived = ids::arrived_twin(ids::dispatch("v6_barriers", n, {16, 1, 1}, limits));
            REQUIRE(arrived.size() == n);
            for (std::uint32_t i = 0; i < n; ++i)
                if (arrived[i] != (i < n / 16 * 16 ? 16 : n % 16)) FAIL_CHECK("invocation ", i);
        }
        CHECK(ids::one_clock.of(limits) == 1 << 20);
    }

    TEST_CASE("--at chooses an invocation, in as many dimensions as the version has") {
        CHECK(ids::followed(made("v1_linear", 22), "13,5,1") == uvec3(13, 0, 0));
        CHECK(ids::followed(made("v2_grid", 126), "13,5,1") == uvec3(13, 5, 0));
        CHECK(ids::followed(made("v3_volume", 16384), "13,5,1") == uvec3(13, 5, 1));
        CHECK(ids::followed(made("v2_grid", 126), "7") == uvec3(7, 0, 0));
        for (const char* wrong : {"", "x", "1,", ",1", "1,2,3,4", "1;2", "-1", "1.5", " 1", "99999999999"})
            CHECK(refusal(made("v1_linear", 22), wrong).find("--at takes one to three whole numbers") == 0);
        CHECK(refusal(made("v1_linear", 22), "22") ==
              "--at 22: v1_linear has no element there; its 22 elements are at x 0 to 21, the last one at "
              "(21, 0, 0).");
        CHECK(
            refusal(made("v2_grid", 125), "13,8") ==  // in the rows and columns, but beyond the last element
            "--at 13,8: v2_grid has no element there; its 125 elements are at x 0 to 13, y 0 to 8, the last "
            "one at (12, 8, 0).");
    }

    TEST_CASE("the formula is written out") {
        CHECK(ids::formula(made("v2_grid", 126), {13, 5, 0}) ==
              "gl_GlobalInvocationID = gl_WorkGroupID * gl_WorkGroupSize + gl_LocalInvocationID: "
              "(13, 5, 0) = (3, 1, 0) * (4, 4, 1) + (1, 1, 0); flat index 5 * 14 + 13 = 83");
        CHECK(ids::flat_sum(made("v3_volume", 16384), {45, 22, 5}) == "(5 * 32 + 22) * 64 + 45 = 11693");
        CHECK(ids::flat_sum(made("v1_linear", 22), {15, 0, 0}) == "15");
    }
}

}  // namespace ids_test
