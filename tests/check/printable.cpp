// SPDX-License-Identifier: MIT
#include "common/base/printable.hpp"

#include <doctest/doctest.h>

namespace printable_test {

using pbp::printable;

TEST_SUITE("cpu") {
    TEST_CASE("text from elsewhere cannot steer a terminal") {
        CHECK(printable("\x1B[2Ja\rb\x7F") == "?[2Ja?b?");
        CHECK(printable(std::string_view("a\0b", 3)) == "a?b");
        CHECK(printable("one\n\ttwo\n") == "one\n\ttwo\n");
        CHECK(printable("\xC2\x9B"
                        "2J, \xC3\xA4, \xE2\x86\x92") == "??2J, \xC3\xA4, \xE2\x86\x92");
        CHECK(printable("").empty());
    }

    TEST_CASE("a very long line keeps both ends, and its neighbours stay") {
        const auto shown = printable("first\n<" + std::string(200000, 'x') + ">\nlast");
        CHECK(shown.size() < 5000);
        CHECK(shown.starts_with("first\n<xxx"));
        CHECK(shown.ends_with("xxx>\nlast"));
        CHECK(shown.find("x[...]x") != shown.npos);
    }
}

}  // namespace printable_test
