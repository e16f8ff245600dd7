// SPDX-License-Identifier: MIT
#include "common/picture/canvas/palette.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "common/picture/canvas/scale.hpp"

using namespace pbp::picture;

namespace {

double luminance(Color color) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.r / 255.0) + 0.7152 * linear(color.g / 255.0) +
           0.0722 * linear(color.b / 255.0);
}

double contrast(Color a, Color b) {
    const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("cividis grows lighter all the way, from dark blue to yellow") {
    for (int i = 1; i <= 100; ++i) CHECK(luminance(cividis(i / 100.0)) > luminance(cividis((i - 1) / 100.0)));
    CHECK(cividis(0).b > 2 * cividis(0).r);
    CHECK(cividis(1).r > 240);
    CHECK(cividis(1).b < 90);
    CHECK(cividis(-5) == cividis(0));
    CHECK(cividis(7) == cividis(1));
}

TEST_CASE("text on any palette colour has the contrast that WCAG requires") {
    for (int i = 0; i <= 255; ++i) CHECK(contrast(cividis(i / 255.0), ink_on(cividis(i / 255.0))) >= 4.5);
    for (std::size_t id = 0; id < 40; ++id) CHECK(contrast(category(id), ink_on(category(id))) >= 4.5);
    CHECK(ink_on({255, 255, 255}) == Color{0, 0, 0});
    CHECK(ink_on({0, 0, 0}) == Color{255, 255, 255});
}

TEST_CASE("the first 21 categories are all different") {
    for (std::size_t a = 0; a < 21; ++a)
        for (std::size_t b = 0; b < a; ++b) CHECK(category(a) != category(b));
}

TEST_CASE("a scale spans its finite values, and takes any value") {
    ValueScale scale;
    CHECK(scale.color(3) == cividis(0.5));
    for (const double value : {2.0, -4.0, 8.0, double(INFINITY), std::nan("")}) scale.add(value);
    CHECK(scale.low() == -4);
    CHECK(scale.high() == 8);
    CHECK(scale.has_nan());
    CHECK(scale.color(-4) == cividis(0));
    CHECK(scale.color(2) == cividis(0.5));
    CHECK(scale.color(INFINITY) == cividis(1));
    CHECK(scale.color(-INFINITY) == cividis(0));
    CHECK(scale.color(std::nan("")) != scale.color(-4));
    ValueScale vast;
    vast.add(std::numeric_limits<double>::lowest());
    vast.add(std::numeric_limits<double>::max());
    CHECK(vast.color(0) == cividis(0.5));
}

TEST_SUITE_END();
