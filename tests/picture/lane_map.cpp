// SPDX-License-Identifier: MIT
#include "common/picture/diagram/lane_map.hpp"

#include <doctest/doctest.h>

#include "common/picture/canvas/style.hpp"
#include "tests/picture/pixels.hpp"

using namespace pbp::picture;
using pbp::picture::test::contains;

namespace {

/// 32 lanes, each touching one of eight words in `columns` columns in turn.
LanePanel sectors(std::uint32_t columns, std::uint32_t parts = 8) {
    LanePanel panel{"a request", "some columns", {}, parts, {}, {}};
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        panel.lanes.push_back(std::to_string(lane));
        panel.touches.push_back({lane, lane % columns, lane / columns % parts, false});
    }
    for (std::uint32_t column = 0; column < columns; ++column)
        panel.columns.push_back({std::to_string(32 * column), false});
    return panel;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("every access to a bank is drawn in its lane's row and its column") {
    const LaneMap map{.title = "map", .how_to_read = "", .panels = {sectors(4, 1)}};
    const auto canvas = draw(map);
    const auto blue = [&](const LaneMapLayout& layout, std::uint32_t lane, std::uint32_t column) {
        const auto cell = layout.panels[0].cell(map.panels[0], lane, column, 0);
        return canvas.at(static_cast<int>(cell.x) + 1, static_cast<int>(cell.y) + 1) == style::ascending;
    };
    int header = 0;  // its height, which only the drawing knows: where the first lane's cell is
    while (header < 400 && !blue(lay_out(map, 1000, static_cast<float>(header)), 0, 0)) ++header;
    while (header < 400 && blue(lay_out(map, 1000, static_cast<float>(header + 1)), 1, 1)) ++header;
    const auto layout = lay_out(map, 1000, static_cast<float>(header));
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        for (std::uint32_t column = 0; column < 4; ++column) {
            CAPTURE(lane);
            CAPTURE(column);
            CHECK(blue(layout, lane, column) == (column == lane % 4));
        }
}

TEST_CASE("sectors are one line below a line of lanes, their words used or not") {
    const LaneMap map{.title = "map", .how_to_read = "", .panels = {sectors(16)}};
    const auto canvas = draw(map);
    const auto color = [&](const LaneMapLayout& layout, std::uint32_t column, std::uint32_t part) {
        const auto cell = layout.panels[0].cell(map.panels[0], 0, column, part);
        return canvas.at(static_cast<int>(cell.x + cell.width / 2), static_cast<int>(cell.y) + 8);
    };
    const Color unused{240, 190, 110};
    int header = 0;
    while (header < 400 && !(color(lay_out(map, 1000, static_cast<float>(header)), 0, 7) == unused)) ++header;
    REQUIRE(header < 400);
    const auto layout = lay_out(map, 1000, static_cast<float>(header));
    for (std::uint32_t column = 0; column < 16; ++column)
        for (std::uint32_t part = 0; part < 8; ++part)  // lanes i and i + 16 touch words 0 and 1 of sector i
            CHECK(color(layout, column, part) == (part < 2 ? style::ascending : unused));
    const auto& panel = layout.panels[0];
    CHECK(panel.lane_box(31).x > panel.lane_box(0).x + 31 * 15);
    CHECK(panel.lane_box(31).y == panel.lane_box(0).y);
    CHECK(panel.cell(map.panels[0], 31, 15, 7).y > panel.lane_box(0).y + panel.lane_box(0).height);
}

TEST_CASE("many sectors are drawn narrower, with fewer names, and no map exceeds its width") {
    LaneMap map{.title = "map", .how_to_read = "", .panels = {sectors(4), sectors(64)}};
    for (auto& column : map.panels[1].columns) column.name = "1234567890";
    const auto layout = lay_out(map, 1000, 0);
    CHECK(layout.panels[0].part > layout.panels[1].part);
    CHECK(layout.panels[1].column_step > 1);
    CHECK(layout.panels[1].top > layout.panels[0].top);
    CHECK(draw(map).width() <= 1000);
    map.panels = {sectors(32)};  // a name that is wider than its sector, but not than two
    map.panels[0].columns.back().name = "14400";
    CHECK(lay_out(map, 1000, 0).panels[0].name_lines == 2);
}

TEST_CASE("waiting lanes and unused bytes have colours of their own") {
    LaneMap map{.title = "map", .how_to_read = "", .panels = {sectors(4)}};
    CHECK(!contains(draw(map), style::descending));
    CHECK(!contains(draw(map), {240, 190, 110}));  // 32 lanes use all of 4 * 8 words
    map.panels[0].touches[3].waits = true;
    CHECK(contains(draw(map), style::descending));
    map.panels = {sectors(32)};
    CHECK(contains(draw(map), {240, 190, 110}));
    map.panels = {sectors(32, 1)};  // a bank delivers one word per cycle: nothing to waste
    CHECK(!contains(draw(map), {240, 190, 110}));
}

TEST_CASE("a sector names its lanes, runs of them by their ends, if there is room for all") {
    LanePanel panel{"a request", "", {"0", "1", "2", "3", "4", "9"}, 8, {{"0", false}, {"32", false}}, {}};
    for (const std::uint32_t lane : {0U, 1U, 2U, 5U, 5U}) panel.touches.push_back({lane, 0, lane, false});
    for (const std::uint32_t lane : {3U, 4U}) panel.touches.push_back({lane, 1, lane, false});
    CHECK(lanes_of(panel, 0) == "0 to 2, 9");
    CHECK(lanes_of(panel, 1) == "3, 4");
    const auto names = [](std::uint32_t columns) {
        const LaneMap map{.title = "map", .how_to_read = "", .panels = {sectors(columns)}};
        return lay_out(map, 1000, 0).panels[0].names_lanes;
    };
    CHECK(names(16));
    CHECK(!names(64));
}

TEST_CASE("panels of banks are in line, however long the names of their lanes are") {
    LaneMap map{.title = "map", .how_to_read = "", .panels = {sectors(32, 1), sectors(32, 1)}};
    for (auto& lane : map.panels[1].lanes) lane = "a long name of lane " + lane;
    const auto layout = lay_out(map, 800, 0);
    CHECK(layout.panels[0].left == layout.panels[1].left);
    CHECK(draw(map, 800).width() <= 800);
}

TEST_CASE("awkward maps are drawn without harm") {
    CHECK(draw(LaneMap{}).width() > 0);
    CHECK(draw(LaneMap{.title = "idle", .how_to_read = "", .panels = {LanePanel{}}}).height() > 0);
}

TEST_SUITE_END();
