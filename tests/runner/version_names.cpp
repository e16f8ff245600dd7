// SPDX-License-Identifier: MIT
#include "common/lesson/version_names.hpp"

#include <doctest/doctest.h>

#include "common/lesson/lesson.hpp"
#include "common/lesson/selection.hpp"

namespace version_names_test {

using namespace pbp;

TEST_SUITE("cpu") {
    TEST_CASE("versions are compared by number, so that the tenth comes after the ninth") {
        CHECK(version_number("v9_memory_adds") == 9);
        CHECK(version_number("v10_wide") == 10);
        CHECK(version_number("v10") > version_number("v7"));
        CHECK(version_number("careless") == 0);
        CHECK(version_number("") == 0);
        CHECK(version_number("e4_last") == 0);
    }

    TEST_CASE("a word means a version by the beginning of its name, but not by a part of its number") {
        CHECK(means_version("v1", "v1_flag"));
        CHECK(means_version("v1_fl", "v1_flag"));
        CHECK(means_version("v1_flag", "v1_flag"));
        CHECK_FALSE(means_version("v1", "v10_wide"));
        CHECK(means_version("v10", "v10_wide"));
        CHECK_FALSE(means_version("v10", "v1_flag"));
        CHECK_FALSE(means_version("", "v1_flag"));
        CHECK_FALSE(means_version("v", "v1_flag"));
        CHECK(means_version("v1", "v1"));
    }

    TEST_CASE("--only v1 does not mean the tenth version") {
        Options options;
        options.only = {"v1"};
        Version first, tenth;
        first.name = "v1_flag";
        tenth.name = "v10_wide";
        CHECK(chosen(first, options));
        CHECK_FALSE(chosen(tenth, options));
    }
}

}  // namespace version_names_test
