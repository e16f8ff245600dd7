// SPDX-License-Identifier: MIT
// What a strip shows of the work between two rows: who wrote, what was written, and what went into a sum.
#include <doctest/doctest.h>

#include "common/picture/canvas/png.hpp"
#include "common/picture/strip/strip_layout.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::picture;

namespace {

record::Pass pass(const std::string& name, std::vector<double> values, std::vector<record::Link> links = {}) {
    return {.name = name, .values = std::move(values), .links = std::move(links), .number = 0};
}

LinkPlan plan(const record::Pass& row, const record::Pass& above) {
    return plan_links(row, 64, 30, LinkRoom::ample, &above);
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("cells that a pass linked to, changed, or is known to have written are full; the others outlines") {
    const auto above = pass("above", {1, 2, 3, 4});
    auto row = pass("row", {3, 2, 9, 4}, {{1, 0, LinkKind::added}});
    CHECK(written_cells(row, above) == std::vector{true, false, true, false});
    row.writers = {1, 0, 3, 4};  // the last invocation wrote the value that was there
    CHECK(written_cells(row, above) == std::vector{true, false, true, true});
    row.links = {{1, 0, LinkKind::combined}}, row.writers = {};  // reads cell 1 alone
    CHECK(written_cells(row, above) == std::vector{true, false, true, false});
    row.links = {{0, 3, LinkKind::compared}};
    CHECK(written_cells(row, above) == std::vector{true, false, true, true});
    CHECK(written_cells(pass("copy", {1, 2, 3, 4}), above).empty());  // nothing is known
    row.sum.array = 7;
    CHECK(written_cells(row, above).empty());  // a new array
}

TEST_CASE(
    "a cell that is added into shows its own value as an operand, unless it began empty or was replaced") {
    const auto above = pass("above", {1, 2, 3, 4});
    auto row = pass("row", {3, 2, 3, 4}, {{1, 0, LinkKind::added}});
    CHECK(plan(row, above).kept == std::vector<std::uint32_t>{0});
    row.links.push_back({2, 0, LinkKind::added});
    CHECK(plan(row, above).kept == std::vector<std::uint32_t>{0});
    row.links.push_back({3, 0, LinkKind::moved});
    CHECK(plan(row, above).kept.empty());
    row.links.pop_back();
    row.sum.array = 1;
    CHECK(plan(row, above).kept.empty());
}

TEST_CASE("three neighbours into one cell, or one into three, are a single bracket") {
    const auto above = pass("above", std::vector<double>(8, 1));
    auto row = pass("row", std::vector<double>(8, 1));
    for (const std::uint32_t from : {4U, 2U, 3U, 6U}) row.links.push_back({from, 0, LinkKind::added});
    auto into = plan(row, above);
    REQUIRE(into.fans.size() == 1);
    CHECK(into.fans[0].first == 2);
    CHECK(into.fans[0].count == 3);
    CHECK(into.fans[0].one == 0);
    CHECK(!into.fans[0].out);
    REQUIRE(into.flows.size() == 1);
    CHECK(into.flows[0].from == 6);
    row.links.clear();
    for (std::uint32_t to = 1; to < 8; ++to) row.links.push_back({0, to, LinkKind::moved});
    const auto out = plan(row, above);
    REQUIRE(out.fans.size() == 1);
    CHECK(out.fans[0].out);
    CHECK(out.fans[0].count == 7);
    CHECK(out.flows.empty());
}

TEST_CASE("all sums of a row have one style: two values are a bracket where others are") {
    const auto above = pass("above", std::vector<double>(8, 1));
    auto row = pass("row", std::vector<double>(8, 1));
    for (const std::uint32_t from : {4U, 5U}) row.links.push_back({from, 1, LinkKind::added});
    CHECK(plan(row, above).fans.empty());
    for (const std::uint32_t from : {0U, 1U, 2U, 3U}) row.links.push_back({from, 0, LinkKind::added});
    CHECK(plan(row, above).fans.size() == 2);
    CHECK(plan(row, above).flows.empty());
}

TEST_CASE("between boxes a value has a bracket, too, except into the box below its own") {
    auto above = pass("totals", {1, 2, 3}), row = pass("prefixes", {1, 1, 3});
    above.span = row.span = 4;
    row.links = {
        {0, 0, LinkKind::moved}, {0, 1, LinkKind::added}, {0, 2, LinkKind::added}, {1, 2, LinkKind::added}};
    const auto made = plan(row, above);
    CHECK(made.fans.size() == 2);
    CHECK(made.fan_tracks[0] != made.fan_tracks[1]);
    REQUIRE(made.flows.size() == 1);
    CHECK(made.flows[0].to == 0);
}

TEST_CASE("rows at the top that are not divided into groups have no gaps between them") {
    Strip strip;
    strip.rows = {pass("input", {1, 2, 3, 4}), pass("row", {1, 2, 3, 4})};
    strip.group = 2;
    strip.ungrouped = 1;
    const auto layout = lay_out(strip, 0);
    const auto gap = [&](std::size_t row) {
        return layout.cell(row, 2).x - layout.cell(row, 1).x - layout.columns.cell_width;
    };
    CHECK(gap(0) == 0);
    CHECK(gap(1) > 0);
}

TEST_CASE("a row of another array has no gaps either, wherever it is") {
    Strip strip;
    strip.rows = {pass("input", {1, 2, 3, 4}), pass("kept", {1, 2, 3, 4}), pass("row", {1, 2, 3, 4})};
    strip.rows[1].undivided = true;
    strip.group = 2;
    const auto layout = lay_out(strip, 0);
    CHECK(layout.cell(1, 2).x - layout.cell(1, 1).x == layout.columns.cell_width);
    CHECK(layout.cell(2, 2).x - layout.cell(2, 1).x > layout.columns.cell_width);
}

TEST_CASE("a row that adds to an array is joined with the row that holds it, if others are in between") {
    Strip strip;
    strip.rows = {pass("input", {1, 2, 3, 4}), pass("scan", {1, 3, 3, 7}), pass("totals", {3, 7}),
                  pass("added", {1, 3, 6, 10}, {{0, 2, LinkKind::added}, {0, 3, LinkKind::added}})};
    strip.rows[2].sum.array = 1;
    strip.rows[2].span = 2;
    auto layout = lay_out(strip, 0);
    REQUIRE(layout.rails.size() == 1);
    CHECK(layout.rails[0].from == 1);
    CHECK(layout.rails[0].to == 3);
    strip.rows[3].links = {{0, 2, LinkKind::moved}, {0, 3, LinkKind::moved}};  // replaced, not added to
    CHECK(lay_out(strip, 0).rails.empty());
    strip.rows[3].links = {{0, 2, LinkKind::added}};
    strip.rows[3].sum.array = 2;  // began empty
    CHECK(lay_out(strip, 0).rails.empty());
    strip.rows = {pass("input", {1, 2}), pass("row", {1, 3}, {{0, 1, LinkKind::added}}),
                  pass("row", {1, 4}, {{0, 1, LinkKind::added}})};  // the row above is the operand
    CHECK(lay_out(strip, 0).rails.empty());
}

TEST_CASE("the legend explains what the cells show, and nothing else") {
    auto row = pass("row", {1, 2});
    row.writers = {1, 0};
    CHECK(!rests(row, 0));
    CHECK(rests(row, 1));
    row.marks = {CellMark::plain, CellMark::absent};
    CHECK(!rests(row, 1));  // no id is drawn above no value
    CHECK(cell_legend({&row}, 1, "", {.kept = false, .works = true, .rests = false}).size() == 1);
    CHECK(cell_legend({&row}, 1, "", {.kept = true, .works = true, .rests = true}).size() == 3);
}

TEST_CASE("the legend has no single line where all lines are brackets, and says what a bracket does") {
    auto above = pass("totals", {1, 2, 3}), row = pass("prefixes", {0, 1, 3});
    above.span = row.span = 4;
    row.links = {{0, 1, LinkKind::added}, {0, 2, LinkKind::added}, {1, 2, LinkKind::added}};
    const auto items = link_legend({plan(row, above)});
    REQUIRE(items.size() == 1);
    CHECK(items[0].text == "all of these into one cell: added");
}

TEST_CASE("the legend names what the colours of lines show, where they show it") {
    const auto above = pass("above", {1, 2});
    const std::vector plans{plan(pass("row", {2, 1}, {{0, 1, LinkKind::moved}}), above)};
    const auto ends = [](const std::string& text) { return text.ends_with("in the colour of its digit"); };
    CHECK(!ends(link_legend(plans).at(0).text));
    CHECK(ends(link_legend(plans, "digit").at(0).text));
}

TEST_CASE("a cell that stands for a tile covers the tile's columns, also where a picture begins inside it") {
    Columns columns;
    columns.cell_width = 10, columns.space = 2, columns.count = 10, columns.first = 6;
    const auto tiles = columns.spanning(4);  // elements 6 and 7, 8 to 11, 12 to 15
    CHECK(tiles.cells() == 3);
    CHECK(tiles.begin(0) == columns.begin(0));
    CHECK(tiles.cell_end(0) == columns.cell_end(1));
    CHECK(tiles.begin(1) == columns.begin(2));
    CHECK(tiles.cell_end(2) == columns.cell_end(9));
    CHECK(tiles.meet(1, columns.middle(4)) == columns.middle(4));
    CHECK(tiles.meet(1, 1000) < tiles.cell_end(1));
    CHECK(columns.meet(3, 1000) == columns.middle(3));
}

TEST_CASE("rows that are named alike share a band") {
    Strip strip;
    for (const char* name : {"input", "up, stride 1", "up, stride 2", "root", "down, stride 2"})
        strip.rows.push_back(pass(name, {1, 2}));
    const auto layout = lay_out(strip, 0);
    REQUIRE(layout.bands.size() == 2);
    CHECK(layout.bands[0].name == "up");
    CHECK(layout.bands[0].first == 1);
    CHECK(layout.bands[0].last == 2);
    CHECK(layout.bands[1].first == 4);
    CHECK(layout.labels == std::vector<std::string>{"input", "stride 1", "stride 2", "root", "stride 2"});
    strip.rows.erase(strip.rows.begin() + 2);
    CHECK(lay_out(strip, 0).bands.empty());
    CHECK(lay_out(strip, 0).labels[1] == "up, stride 1");
}

TEST_CASE("the ids of the writers have a row of their own, if they are known and fit") {
    Strip strip;
    strip.rows = {pass("input", {1, 2}), pass("row", {2, 1})};
    CHECK(!lay_out(strip, 0).writers[1]);
    strip.rows[1].writers = {2, 1};
    const auto layout = lay_out(strip, 0);
    CHECK(layout.writers[1]);
    CHECK(layout.link_end(1) == layout.tops[1] - writers_height);
    strip.rows[1].writers = {4000000000U, 1};
    CHECK(!lay_out(strip, 0).writers[1]);
}

TEST_CASE("values that are mostly small get half of the colours") {
    Strip strip;
    strip.rows = {pass("input", {0, 1, 2, 3, 4, 5, 6, 1000})};
    const auto layout = lay_out(strip, 0);
    CHECK(layout.scale.low() == 0);
    CHECK(layout.scale.high() == 1000);
    CHECK(layout.scale.middle() == doctest::Approx(16));
    CHECK(layout.scale.color(0) == ValueScale().color(-INFINITY));
    CHECK(layout.scale.color(1000) == ValueScale().color(INFINITY));
    strip.rows = {pass("input", {0, 100, 200, 300, 400})};
    CHECK(lay_out(strip, 0).scale.middle() == 200);
    strip.rows = {pass("input", {0, 0, 0, 0, 0, 0, 0, 1})};  // no value is in the middle
    CHECK(lay_out(strip, 0).scale.middle() == 0.5);
}

TEST_CASE("a strip is wider than usual only where that shows its numbers") {
    Strip strip;
    strip.rows = {pass("input", std::vector<double>(16, 100))};
    CHECK(lay_out(strip, 0).width <= style::width);
    strip.rows = {pass("input", std::vector<double>(40, 100))};
    const auto wide = lay_out(strip, 0);
    CHECK(wide.width > style::width);
    CHECK(wide.number_size >= style::ruler_size);
}

TEST_CASE("a canvas knows its smallest text and its least contrast, and a PNG carries both") {
    Canvas canvas(200, 60, {255, 255, 255});
    CHECK(canvas.legibility().smallest == 0);
    canvas.text({10, 20}, "word", 14, {0, 0, 0});
    CHECK(canvas.legibility().smallest == 14);
    CHECK(canvas.legibility().contrast == doctest::Approx(21));
    canvas.fill({0, 30, 200, 30}, {118, 118, 118});
    canvas.text({10, 50}, "on grey", 12, {255, 255, 255});  // 4.54:1 by WCAG
    CHECK(canvas.legibility().smallest == 12);
    CHECK(canvas.legibility().contrast == doctest::Approx(4.54).epsilon(0.005));
    canvas.text({500, 50}, "outside", 2, {254, 254, 254});
    CHECK(canvas.legibility().smallest == 12);
    const pbp::test::Folder folder;
    canvas.save(folder.path() / "a.png");
    CHECK(comment_of(pbp::test::read_text(folder.path() / "a.png")) ==
          "smallest text 12 px, least contrast 4.54:1");
    CHECK(load(folder.path() / "a.png").at(0, 40) == Color{118, 118, 118});
    Canvas(3, 3, {255, 255, 255}).save(folder.path() / "b.png");
    CHECK(comment_of(pbp::test::read_text(folder.path() / "b.png")).empty());
    CHECK(comment_of("").empty());
}

TEST_SUITE_END();
