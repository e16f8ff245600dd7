// SPDX-License-Identifier: MIT
#include "common/picture/diagram/grid.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/diagram/grid_layout.hpp"
#include "tests/picture/pixels.hpp"

using namespace pbp::picture;
using pbp::picture::test::contains;

namespace {

Panel panel(int columns, int rows) {
    Panel made{"", columns, rows, 4, 4, {}};
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            made.cells.push_back({static_cast<double>(x / 4 + y / 4 * 3), "", false, false});
    return made;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("workgroups of a grid have colours of their own and are spaced apart") {
    Grid grid{"ids", "One colour per workgroup.", "workgroup", true, {panel(12, 8)}};
    const Canvas canvas = draw(grid);
    for (std::size_t id = 0; id < 6; ++id) CHECK(contains(canvas, category(id)));
    CHECK(!contains(canvas, category(6)));
    const GridLayout layout = lay_out(grid, 1600, 0);
    const auto step = [&](int x) { return layout.cell(grid, 0, x, 0).x - layout.cell(grid, 0, x - 1, 0).x; };
    CHECK(step(4) > step(3));
    CHECK(step(3) == layout.side);
}

TEST_CASE("an absent cell has no colour") {
    Grid grid{"ids", "", "workgroup", true, {panel(4, 4)}};
    for (GridCell& cell : grid.panels[0].cells) cell.absent = true;
    CHECK(!contains(draw(grid), category(0)));
}

TEST_CASE("empty cells too small for a frame of their own share one") {
    Grid grid{"ids", "", "workgroup", true, {panel(220, 100)}};
    grid.panels[0].group_width = grid.panels[0].group_height = 0;
    for (GridCell& cell : grid.panels[0].cells) cell.absent = true;
    const Canvas canvas = draw(grid);
    const GridLayout layout = lay_out(grid, 1600, 0);
    REQUIRE(layout.side < 8);
    std::size_t framed = 0, all = 0;
    for (int y = 0; y < canvas.height(); ++y)
        for (int x = 0; x < canvas.width(); ++x, ++all) framed += canvas.at(x, y) != style::paper ? 1 : 0;
    CHECK(framed < all / 10);
}

TEST_CASE("panels are side by side while they fit, then wrap") {
    Grid grid{"slices", "", "index", false, {panel(8, 4), panel(8, 4), panel(8, 4), panel(8, 4)}};
    GridLayout layout = lay_out(grid, 1600, 0);
    CHECK(layout.panels[3].top == layout.panels[0].top);
    layout = lay_out(grid, 800, 0);
    CHECK(layout.panels[1].top == layout.panels[0].top);
    CHECK(layout.panels[2].top > layout.panels[0].top);
    CHECK(draw(grid, 800).width() <= 800);
}

TEST_CASE("cells shrink until the wanted number of panels fits side by side") {
    Grid grid{"slices", "", "index", false, {panel(32, 32), panel(32, 32), panel(32, 32), panel(32, 32)}};
    const GridLayout wide = lay_out(grid, 1600, 0);
    CHECK(wide.panels[3].top > wide.panels[0].top);
    grid.across = 4;
    const GridLayout narrow = lay_out(grid, 1600, 0);
    CHECK(narrow.panels[3].top == narrow.panels[0].top);
    CHECK(narrow.side < wide.side);
    CHECK(draw(grid).width() <= 1600);
}

TEST_CASE("a heading begins a new line of panels") {
    Grid grid{"slices", "", "index", false, {panel(8, 4), panel(8, 4), panel(8, 4), panel(8, 4)}};
    grid.panels[0].heading = "all", grid.panels[2].heading = "inside";
    const GridLayout layout = lay_out(grid, 1600, 0);
    CHECK(layout.panels[1].top == layout.panels[0].top);
    CHECK(layout.panels[3].top == layout.panels[2].top);
    CHECK(layout.panels[2].heading > layout.cell(grid, 0, 0, 3).y + layout.side);
    CHECK(layout.panels[2].heading < layout.panels[2].top);
}

TEST_CASE("the first row says what the rows count, and the cells make room for it") {
    Grid grid{"lanes", "", "line", false, {panel(8, 4)}};
    grid.panels[0].first_row = 6;
    CHECK(row_number(grid, grid.panels[0], 0) == "6");
    const float left = lay_out(grid, 1600, 0).panels[0].left;
    grid.row_name = "a long name";
    CHECK(row_number(grid, grid.panels[0], 0) == "a long name 6");
    CHECK(row_number(grid, grid.panels[0], 1) == "7");
    CHECK(lay_out(grid, 1600, 0).panels[0].left > left);
}

TEST_CASE("a grid that does not fit is cut, and says so") {
    Grid grid{"large", "", "index", false, {panel(2000, 3), panel(3, 2000)}};
    const GridLayout layout = lay_out(grid, 1600, 0);
    CHECK(layout.notes.size() == 2);
    CHECK(layout.panels[0].columns < 2000);
    CHECK(draw(grid).width() <= 1600);
}

TEST_CASE("awkward grids are drawn without harm") {
    CHECK(draw(Grid{}).width() > 0);
    Grid grid{"few cells",
              "",
              "v",
              true,
              {Panel{"none", 0, 0, 4, 4, {}}, Panel{"short", 4, 4, 0, 0, {{1, "a\nb", false, true}}}}};
    grid.panels[1].cells.push_back({std::nan(""), "nan", false, false});
    grid.panels[1].cells.push_back({-3, "-3", false, false});
    CHECK(draw(grid).height() > 0);
}

TEST_SUITE_END();
