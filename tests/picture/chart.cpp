// SPDX-License-Identifier: MIT
#include "common/picture/chart/chart.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "common/picture/canvas/style.hpp"
#include "common/picture/chart/chart_frame.hpp"
#include "common/picture/chart/chart_layout.hpp"
#include "tests/picture/pixels.hpp"

using namespace pbp::picture;
using pbp::picture::test::count;

namespace {

std::vector<std::string> texts(const AxisRange& range) {
    std::vector<std::string> all;
    for (const auto& tick : range.ticks()) all.push_back(tick.text);
    return all;
}

using Texts = std::vector<std::string>;

/// Curves that rise and fall over 4 .. 1024.
Chart hills(std::size_t count) {
    Chart chart{"99 hills: local size",          "Higher is faster.", {},
                {"local size", AxisScale::log2}, {"speed", {}},       {}};
    for (std::size_t c = 0; c < count; ++c) {
        Curve curve{"curve " + std::to_string(c), {}};
        for (int power = 2; power <= 10; ++power)
            curve.points.push_back({std::exp2(power), 10.0 + static_cast<double>(c) - std::abs(power - 6)});
        curve.points[4].best = true;
        chart.curves.push_back(curve);
    }
    return chart;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("an axis of powers of two has a tick for each, at even distances") {
    const AxisRange axis(AxisScale::log2, {4, 1024, 64});
    CHECK(texts(axis) == Texts{"4", "8", "16", "32", "64", "128", "256", "512", "1024"});
    CHECK(*axis.place(4) == doctest::Approx(0));
    CHECK(*axis.place(64) == doctest::Approx(0.5));
    CHECK(*axis.place(1024) == doctest::Approx(1));
    CHECK(!axis.place(0));
    const AxisRange between(AxisScale::log2, {44, 100});  // 44 is not a power of two, but is on the axis
    CHECK(*between.place(44) > 0);
    CHECK(*between.place(100) <= 1);
}

TEST_CASE("large powers of two are labelled as such, and many powers of ten have no ticks between them") {
    CHECK(texts(AxisRange(AxisScale::log2, {4096, 32768})) == Texts{"4096", "2^13", "2^14", "2^15"});
    CHECK(texts(AxisRange(AxisScale::log10, {0.001, 900})) ==
          Texts{"0.001", "0.01", "0.1", "1", "10", "100", "1000"});
}

TEST_CASE("a linear axis begins at 0 and ends at a tick above the largest value") {
    const AxisRange axis(AxisScale::linear, {3, 47});
    CHECK(texts(axis) == Texts{"0", "10", "20", "30", "40", "50"});
    CHECK(*axis.place(25) == doctest::Approx(0.5));
}

TEST_CASE("a logarithmic axis has ticks at 1, 2 and 5 times powers of ten, around all values") {
    const AxisRange axis(AxisScale::log10, {0.03, 1.4});
    CHECK(texts(axis) == Texts{"0.02", "0.05", "0.1", "0.2", "0.5", "1", "2"});
    CHECK(*axis.place(0.02) == doctest::Approx(0));
    CHECK(*axis.place(0.2) == doctest::Approx(0.5));
    CHECK(texts(AxisRange(AxisScale::log10, {1, 10})) == Texts{"1", "2", "5", "10"});
}

TEST_CASE("names at the curves' ends are in the order of the ends, and never overlap") {
    const auto chart = hills(7);
    const auto layout = lay_out(chart, 60);
    const auto heights = layout.name_heights(chart);
    for (std::size_t c = 1; c < heights.size(); ++c) {
        REQUIRE(heights[c]);
        CHECK(*heights[c] <= *heights[c - 1] - style::label_size);  // a larger value is higher up
    }
    CHECK(spread_apart({50, 50, 50}, 10, 0, 100) == std::vector<float>{50, 60, 70});
    CHECK(spread_apart({95, 95}, 10, 0, 100) == std::vector<float>{90, 100});
    CHECK(spread_apart({70, 20}, 10, 0, 100) == std::vector<float>{70, 20});
    CHECK(spread_apart({}, 10, 0, 100).empty());
}

TEST_CASE("points are where their values say, inside the plot") {
    const auto chart = hills(2);
    const auto layout = lay_out(chart, 60);
    const Point low = *layout.at(4, 0), high = *layout.at(1024, layout.y.high());
    CHECK(low.y == doctest::Approx(layout.plot.y + layout.plot.height));
    CHECK(high.y == doctest::Approx(layout.plot.y));
    CHECK(low.x > layout.plot.x);
    CHECK(high.x < layout.plot.x + layout.plot.width);
    CHECK(layout.at(64, 1)->x == doctest::Approx((low.x + high.x) / 2));
    CHECK(!layout.at(0, 1));
    CHECK(!layout.at(4, NAN));
}

TEST_CASE(
    "every curve has a shape that no other of the first seven has, and a colour of the first nine; later "
    "ones differ in one") {
    const Canvas canvas = draw(hills(9));
    for (std::size_t a = 0; a < 9; ++a) {
        CHECK(count(canvas, curve_color(a)) > 50);
        for (std::size_t b = a + 1; b < 9; ++b) CHECK(curve_color(a) != curve_color(b));
    }
    const auto mark = [](std::size_t id) {
        Canvas small(20, 20, style::paper);
        draw_mark(small, {10, 10}, id);
        std::vector<bool> painted;
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 20; ++x) painted.push_back(small.at(x, y) != style::paper);
        return painted;
    };
    for (std::size_t a = 0; a < 7; ++a)
        for (std::size_t b = a + 1; b < 7; ++b) CHECK(mark(a) != mark(b));
    CHECK(curve_color(0) == curve_color(9));
    CHECK(mark(0) != mark(9));
}

TEST_CASE(
    "a curve of another kind is dashed, in a colour of its own, with open marks, and a bound has no marks") {
    const auto painted = [](CurveStyle kind) {
        auto chart = hills(1);
        chart.curves[0].points[4].best = false;
        chart.curves[0].style = kind;
        const Canvas canvas = draw(chart);
        return std::pair{count(canvas, curve_color(0)), count(canvas, other_kind)};
    };
    const auto [solid, words] = painted(CurveStyle::solid);
    CHECK(painted(CurveStyle::stressed).first > solid);
    CHECK(painted(CurveStyle::pale).first <= solid);
    CHECK(painted(CurveStyle::pale).first > 50);  // its marks are as strong as any
    CHECK(painted(CurveStyle::dashed).first == 0);
    CHECK(painted(CurveStyle::dashed).second > words);
    CHECK(painted(CurveStyle::bound) == std::pair{0, words});
    CHECK(painted(CurveStyle::path) == std::pair{0, words});
}

TEST_CASE("dashes leave gaps, and continue around a corner") {
    Canvas canvas(100, 40, style::paper);
    draw_dashes(canvas, std::vector<Point>{{0, 10.5F}, {20, 10.5F}, {100, 10.5F}}, style::ink, 3);
    CHECK(canvas.at(4, 10) == style::ink);
    CHECK(canvas.at(12, 10) == style::paper);
    CHECK(canvas.at(19, 10) == style::ink);
    CHECK(canvas.at(22, 10) == style::ink);
    CHECK(canvas.at(27, 10) == style::paper);
    draw_dashes(canvas, std::vector<Point>{{5, 30}, {5, 30}, {NAN, 3}}, style::ink, 3);
    draw_dashes(canvas, {}, style::ink, 3);
    CHECK(canvas.at(5, 30) == style::paper);
}

TEST_CASE("a point that the axes cannot show interrupts its curve") {
    auto chart = hills(1);
    chart.y.scale = AxisScale::log10;
    const int whole = count(draw(chart), curve_color(0));
    chart.curves[0].points[4].y = 0;  // nothing was measured there
    CHECK(count(draw(chart), curve_color(0)) < whole);
}

TEST_CASE("a mark that another would cover is beside that one; a heavy curve keeps its own") {
    auto chart = hills(3);
    for (auto& curve : chart.curves) curve.points = chart.curves[0].points;
    chart.curves[2].style = CurveStyle::stressed;
    const auto layout = lay_out(chart, 60);
    const auto marks = layout.marks(chart);
    for (std::size_t k = 0; k < marks[0].size(); ++k) {
        const Point at = *layout.at(chart.curves[0].points[k].x, chart.curves[0].points[k].y);
        CHECK(marks[2][k]->x == at.x);
        for (const float other : {marks[1][k]->x, at.x}) CHECK(std::abs(marks[0][k]->x - other) > 9);
        for (const auto& curve : marks) CHECK(curve[k]->y == at.y);
    }
}

TEST_CASE("the best point is ringed and labelled") {
    auto chart = hills(1);
    const int ringed = count(draw(chart), style::ink);
    chart.curves[0].points[4].label = "10.5";
    CHECK(count(draw(chart), style::ink) > ringed);
    chart.curves[0].points[4].best = false;
    CHECK(count(draw(chart), style::ink) < ringed);
}

TEST_CASE("awkward charts are drawn without harm") {
    CHECK(draw(Chart{}).width() > 0);
    Chart chart = hills(1);
    chart.curves[0].points = {{256, 3}};
    CHECK(draw(chart).height() > 0);
    chart.curves[0].points = {{0, -1}, {NAN, INFINITY}};
    CHECK(draw(chart).height() > 0);
    chart = hills(30);
    chart.curves[3].name =
        "a name that is a good deal longer than any chart has room for beside its curves, is it not";
    chart.notes = {"One.", "Two."};
    CHECK(draw(chart).width() == 1000);
    chart.curves[0].points[0].low = 1e-9;
    chart.curves[0].points[0].high = 1e9;
    chart.y.scale = AxisScale::log10;
    CHECK(draw(chart).height() > 0);
}

TEST_SUITE_END();
