// SPDX-License-Identifier: MIT
#include "common/picture/chart/bars.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "common/picture/canvas/style.hpp"
#include "common/picture/chart/bars_layout.hpp"
#include "tests/picture/pixels.hpp"

using namespace pbp::picture;
using pbp::picture::test::count;

namespace {

/// Bars of 100, 200, … with a line slightly above the last.
BarChart stairs(std::size_t count) {
    BarChart chart;
    chart.title = "99 stairs";
    chart.how_to_read = "Longer is faster.";
    chart.x_title = "GB/s";
    for (std::size_t i = 1; i <= count; ++i) {
        Bar bar{.name = "bar " + std::to_string(i)};
        bar.value = 100.0 * static_cast<double>(i);
        bar.label = "some words and a number";
        chart.bars.push_back(bar);
    }
    chart.lines.push_back({100.0 * static_cast<double>(count) + 20, "limit"});
    return chart;
}

bool touch(const Rect& a, const Rect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("bars begin at zero, are as long as their values, and are stacked") {
    const auto chart = stairs(5);
    const auto layout = lay_out(chart, 60);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(layout.bars[i].x == layout.plot.x);
        CHECK(layout.bars[i].width == doctest::Approx(layout.bars[0].width * static_cast<float>(i + 1)));
        if (i > 0) CHECK(layout.bars[i].y > layout.bars[i - 1].y + layout.bars[i - 1].height);
    }
    CHECK(layout.at(520) > layout.bars[4].x + layout.bars[4].width);
    CHECK(layout.at(0) == layout.plot.x);
}

TEST_CASE("a whisker far beyond all bars does not flatten them, and ends at the edge") {
    auto chart = stairs(2);
    chart.bars[0].low = 50, chart.bars[0].high = 1e6;
    const auto layout = lay_out(chart, 60);
    CHECK(layout.bars[1].width > layout.plot.width / 2);
    CHECK(layout.at(1e6) == doctest::Approx(layout.plot.x + layout.plot.width));
}

TEST_CASE("a bold name has room, too") {
    auto chart = stairs(1);
    chart.bars[0].name = "v8_loads_in_flight";
    CHECK(lay_out(chart, 0).name_room >= text_width(chart.bars[0].name, style::body_size, Face::bold));
}

TEST_CASE("labels are on the canvas, cross no line, and touch no other label") {
    for (const std::size_t bars : {1U, 2U, 5U, 12U}) {
        auto chart = stairs(bars);
        chart.lines.push_back({chart.lines[0].value * 1.02, "another limit, a little further on"});
        const auto layout = lay_out(chart, 60);
        for (std::size_t i = 0; i < bars; ++i) {
            CHECK(layout.labels[i].x + layout.labels[i].width < static_cast<float>(layout.width));
            for (const auto& line : chart.lines) {
                const float x = layout.at(line.value);
                const bool crosses =
                    x > layout.labels[i].x && x < layout.labels[i].x + layout.labels[i].width;
                CHECK(!crosses);
            }
            for (std::size_t k = 0; k < i; ++k) CHECK(!touch(layout.labels[i], layout.labels[k]));
        }
        CHECK(!touch(layout.line_labels[0], layout.line_labels[1]));
        for (const auto& label : layout.line_labels) {
            CHECK(label.y >= 60);  // below the header
            CHECK(label.y + label.height <= layout.plot.y);
            CHECK(label.x + label.width <= static_cast<float>(layout.width));
        }
    }
}

TEST_CASE("a label goes inside its bar if there is no room after it") {
    const auto layout = lay_out(stairs(5), 60);
    CHECK(!layout.inside[0]);
    CHECK(layout.inside[4]);
    CHECK(layout.labels[4].x > layout.bars[4].x);
    CHECK(layout.labels[4].x + layout.labels[4].width < layout.bars[4].x + layout.bars[4].width);
}

TEST_CASE("a missing value has its reason instead of a bar") {
    auto chart = stairs(3);
    chart.bars[1].missing = "up to 2,048 elements";
    const auto layout = lay_out(chart, 60);
    CHECK(layout.bars[1].width == 0);
    CHECK(layout.labels[1].x < layout.plot.x + 20);
    CHECK(count(draw(chart), {0x8C, 0xC8, 0xEE}) < count(draw(stairs(3)), {0x8C, 0xC8, 0xEE}));
}

TEST_CASE("the three kinds of bars look different") {
    auto chart = stairs(1);
    chart.lines.clear();
    const Color plain{0x8C, 0xC8, 0xEE}, dark{0x00, 0x5A, 0x8E}, stripe{0xD5, 0x5E, 0x00};
    const auto painted = [&](BarStyle style) {
        chart.bars[0].style = style;
        const Canvas canvas = draw(chart);
        return std::vector{count(canvas, plain) > 500, count(canvas, dark) > 500,
                           count(canvas, stripe) > 500};
    };
    CHECK(painted(BarStyle::solid) == std::vector{true, false, false});
    CHECK(painted(BarStyle::stressed) == std::vector{false, true, false});
    CHECK(painted(BarStyle::striped) == std::vector{false, false, true});
}

TEST_CASE("a logarithmic axis has dots, and a bar may be apart from the one above it") {
    auto chart = stairs(3);
    const auto close = lay_out(chart, 60);
    chart.bars[1].apart = true;
    const auto apart = lay_out(chart, 60);
    CHECK(apart.bars[0].y == close.bars[0].y);
    CHECK(apart.bars[1].y > close.bars[1].y);
    CHECK(apart.bars[2].y - apart.bars[1].y == close.bars[2].y - close.bars[1].y);
    const Color plain{0x8C, 0xC8, 0xEE};
    const int bars = count(draw(chart), plain);
    chart.logarithmic = true;
    CHECK(count(draw(chart), plain) > 100);
    CHECK(count(draw(chart), plain) < bars / 4);
}

TEST_CASE("awkward bars are drawn without harm") {
    CHECK(draw(BarChart{}).width() == 1000);
    auto chart = stairs(40);
    chart.bars[3].name =
        "a name that is a good deal longer than any chart has room for beside its bars, is it not";
    chart.bars[4].label = std::string(300, 'x');
    chart.bars[5].value = 0;
    chart.bars[6].low = 1, chart.bars[6].high = 1e6;
    chart.notes = {"One.", "Two."};
    CHECK(draw(chart).width() == 1000);
    chart.bars[7].value = NAN;
    CHECK(draw(chart).height() > 0);
}

TEST_SUITE_END();
