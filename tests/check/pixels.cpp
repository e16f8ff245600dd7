// SPDX-License-Identifier: MIT
#include "common/check/pixels.hpp"

#include <doctest/doctest.h>

#include <vector>

using pbp::first_pixel_mismatch;
using Pixels = std::vector<glm::u8vec4>;

TEST_SUITE("cpu") {
    TEST_CASE("the first wrong pixel is reported with its position, channel and values") {
        const Pixels expected(12, {10, 20, 30, 255});
        auto got = expected;
        CHECK(!first_pixel_mismatch(expected, got, 4, 0));
        got[9] = {10, 20, 7, 255};
        got[10] = {0, 0, 0, 0};
        const auto found = first_pixel_mismatch(expected, got, 4, 0);
        REQUIRE(found);
        CHECK(found->x == 1);
        CHECK(found->y == 2);
        CHECK(found->wrong == 2);
        CHECK(found->in_words() == "pixel (1, 2), blue is 7, expected 30");
    }

    TEST_CASE("each channel may be off by the allowed amount in either direction, and no more") {
        const Pixels expected{{10, 20, 30, 40}};
        for (int channel = 0; channel < 4; ++channel)
            for (int by = -3; by <= 3; ++by) {
                auto got = expected;
                got[0][channel] = static_cast<std::uint8_t>(got[0][channel] + by);
                for (int allowed = 0; allowed <= 3; ++allowed) {
                    const auto found = first_pixel_mismatch(expected, got, 1, allowed);
                    CHECK(found.has_value() == (std::abs(by) > allowed));
                    if (found) CHECK(found->channel == channel);
                }
            }
    }

    TEST_CASE("0 and 255 are not neighbours") {
        CHECK(!pbp::same_pixel({0, 0, 0, 0}, {255, 0, 0, 0}, 1));
    }
}
