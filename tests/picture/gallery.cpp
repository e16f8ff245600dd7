// SPDX-License-Identifier: MIT
#include "common/picture/diagram/gallery.hpp"

#include <doctest/doctest.h>

#include "common/picture/canvas/style.hpp"
#include "tests/picture/pixels.hpp"

namespace gallery_test {

using namespace pbp::picture;
using pbp::picture::test::count;

namespace {

constexpr Color red{255, 0, 0}, blue{0, 0, 255};

Bitmap filled(int width, int height, Color color) {
    return {width, height,
            std::vector<Color>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), color)};
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("small bitmaps are enlarged by whole numbers, large ones reduced") {
    CHECK(fitting(100, 10, 350, 350).times == 3);
    CHECK(fitting(10, 100, 350, 350).times == 3);
    CHECK(fitting(1, 1, 1000, 1000).times == 24);
    CHECK(fitting(350, 350, 350, 350).times == 1);
    CHECK(fitting(351, 10, 350, 350).over == 2);
    CHECK(fitting(10, 1100, 350, 350).over == 4);
    CHECK(fitting(10, 1100, 350, 350).shown(1100) == 275);
    CHECK(Magnification{1, 4}.shown(5) == 2);
}

TEST_CASE("an enlarged pixel is a crisp square of its own colour") {
    Bitmap bitmap = filled(2, 1, red);
    bitmap.pixels[1] = blue;
    Canvas canvas(20, 10, {255, 255, 255});
    draw_magnified(canvas, {2, 1}, bitmap, {8, 1});
    CHECK(count(canvas, red) == 64);
    CHECK(count(canvas, blue) == 64);
    CHECK(canvas.at(9, 8) == red);
    CHECK(canvas.at(10, 1) == blue);
}

TEST_CASE("a reduced bitmap shows averages, even at its ragged edge") {
    Bitmap bitmap{3, 2, {{0, 0, 0}, {100, 0, 0}, {60, 0, 0}, {100, 0, 0}, {0, 0, 0}, {80, 0, 0}}};
    Canvas canvas(2, 1, {255, 255, 255});
    draw_magnified(canvas, {0, 0}, bitmap, {1, 2});
    CHECK(canvas.at(0, 0) == Color{50, 0, 0});
    CHECK(canvas.at(1, 0) == Color{70, 0, 0});
}

TEST_CASE("transparent pixels show a chequerboard, and have no weight in an average") {
    Canvas canvas(16, 16, red);
    draw_magnified(canvas, {0, 0}, filled(1, 1, {0, 0, 0, 0}), {16, 1});
    CHECK(count(canvas, red) == 0);
    CHECK(canvas.at(0, 0) != canvas.at(8, 0));
    Canvas small(1, 1, {255, 255, 255});
    draw_magnified(small, {0, 0}, {2, 1, {{90, 0, 0, 255}, {0, 0, 0, 0}}}, {1, 2});
    CHECK(small.at(0, 0).r > 90);  // half of it the board
    CHECK(small.at(0, 0).r - small.at(0, 0).g == doctest::Approx(45).epsilon(0.05));
}

TEST_CASE("exhibits share one scale and are side by side") {
    Gallery gallery{"two",
                    "Left and right.",
                    {{"from", filled(20, 10, red), 0, 0, {}}, {"to", filled(10, 20, blue), 0, 0, {}}},
                    "",
                    {}};
    const auto times = magnification(gallery, 1600).times;
    CHECK(times == 24);
    const auto canvas = draw(gallery);
    CHECK(count(canvas, red) == 200 * times * times);
    CHECK(count(canvas, blue) == 200 * times * times);
    CHECK(canvas.width() <= 1600);
}

TEST_CASE("wrong pixels are marked, the first is framed, and the legend says so") {
    Gallery gallery{"one", "", {{"got", filled(40, 30, blue), 100, 0, {{3, 4}, {5, 6}}}}, "", {}};
    const auto marked = count(draw(gallery), style::wrong);
    CHECK(marked > 100);
    gallery.exhibits[0].wrong.clear();
    CHECK(count(draw(gallery), style::wrong) == 0);
}

TEST_CASE("awkward galleries are drawn without harm") {
    CHECK(draw(Gallery{}).width() > 0);
    CHECK(draw(Gallery{"empty", "", {{"nothing", {}, 0, 0, {}}}, "", {}}).height() > 0);
    const auto wide = draw(Gallery{"wide", "", {{"one row", filled(5000, 1, red), 0, 0, {}}}, "", {}});
    CHECK(wide.width() <= 1600);
    const auto high = draw(Gallery{"high", "", {{"one column", filled(1, 5000, red), 0, 0, {}}}, "", {}});
    CHECK(high.height() <= 1200);
}

TEST_SUITE_END();

}  // namespace gallery_test
