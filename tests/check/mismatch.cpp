// SPDX-License-Identifier: MIT
#include "common/check/mismatch.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/folder.hpp"

using namespace pbp;
using pbp::test::contains;

TEST_SUITE("cpu") {
    TEST_CASE("equal arrays have no mismatch; NaN equals NaN") {
        const std::vector<double> values{1, NAN, INFINITY, -0.0};
        CHECK_FALSE(first_mismatch(values, std::vector<double>{1, NAN, INFINITY, 0.0}));
        CHECK_FALSE(first_mismatch({}, {}));
    }

    TEST_CASE("a mismatch holds the first difference, the number of them, and the elements around it") {
        const std::vector<double> expected{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, got{0, 1, 2, 3, 4, 99, 6, 7, 8, 0};
        const auto mismatch = first_mismatch(expected, got);
        REQUIRE(mismatch);
        CHECK(mismatch->index == 5);
        CHECK(mismatch->expected == 5);
        CHECK(mismatch->got == 99);
        CHECK(mismatch->wrong == 2);
        CHECK(contains(mismatch->neighbourhood, "99"));
        CHECK(contains(mismatch->neighbourhood, "^^"));
    }

    TEST_CASE("a float is shown with a float's digits, a double with nine") {
        CHECK(in_digits(static_cast<double>(0.1F)) == "0.1");
        CHECK(in_digits(1.0 / 3) == "0.333333333");
        CHECK(in_digits(4294967295.0) == "4294967295");
        CHECK(in_digits(-3) == "-3");
        CHECK(in_digits(NAN) == "nan");
        CHECK(in_digits(-INFINITY) == "-inf");
    }

    TEST_CASE("a tolerance allows exactly what it says, and no NaN") {
        CHECK_FALSE(first_mismatch(std::vector<double>{1.0}, std::vector<double>{1.5}, 0.5));
        CHECK(first_mismatch(std::vector<double>{1.0}, std::vector<double>{1.6}, 0.5));
        CHECK(first_mismatch(std::vector<double>{1.0}, std::vector<double>{NAN}, 1e9));
        CHECK(first_mismatch(std::vector<double>{INFINITY}, std::vector<double>{1.0}, 1e9));
    }

    TEST_CASE("arrays of different sizes differ where the shorter one ends") {
        const auto mismatch = first_mismatch(std::vector<double>{1, 2}, std::vector<double>{1});
        REQUIRE(mismatch);
        CHECK(mismatch->index == 1);
        CHECK(mismatch->wrong == 1);
    }
}
