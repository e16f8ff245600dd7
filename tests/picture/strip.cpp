// SPDX-License-Identifier: MIT
#include "common/picture/strip/strip.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/style.hpp"
#include "common/picture/strip/strip_layout.hpp"

using namespace pbp;
using namespace pbp::picture;

namespace {

/// `rows` rows of 0 .. n - 1.
Strip ramp(std::uint32_t n, std::size_t rows) {
    Strip strip;
    strip.title = "ramp";
    strip.how_to_read = "From left to right.";
    for (std::size_t i = 0; i < rows; ++i) {
        std::vector<double> values(n);
        std::iota(values.begin(), values.end(), 0.0);
        strip.rows.push_back({.name = "row " + std::to_string(i), .values = values});
    }
    return strip;
}

/// The colour in a corner of a cell, away from its number.
Color corner(const Canvas& canvas, const Rect& cell) {
    return canvas.at(static_cast<int>(cell.x) + 1, static_cast<int>(cell.y) + 1);
}

/// The first row whose cells start where the layout says, given the header's real height.
StripLayout found(const Strip& strip, const Canvas& canvas) {
    const StripLayout layout = lay_out(strip, 0);
    const Color first = layout.scale.color(strip.rows[0].values[0]);
    const int x = static_cast<int>(layout.cell(0, 0).x) + 2;
    // Above the cells there is only the ruler, and none of it at the cell's left edge.
    for (int y = 100; y + 8 < canvas.height(); ++y) {
        bool all = true;
        for (int i = 0; i < 8; ++i) all = all && canvas.at(x, y + i) == first;
        if (all) return lay_out(strip, static_cast<float>(y) - layout.tops[0]);
    }
    FAIL("the first cell was not found");
    return layout;
}

int painted_between(const Canvas& canvas, float left, float right, float top, float bottom) {
    int count = 0;
    for (int y = static_cast<int>(top); y < static_cast<int>(bottom); ++y)
        for (int x = static_cast<int>(left); x < static_cast<int>(right); ++x)
            count += canvas.at(x, y) == style::paper ? 0 : 1;
    return count;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("each cell has its value's colour, with the row's label beside and the element's number above") {
    const Strip strip = ramp(16, 3);
    const Canvas canvas = draw(strip);
    const StripLayout layout = found(strip, canvas);
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::uint32_t i = 0; i < 16; ++i)
            CHECK(corner(canvas, layout.cell(row, i)) == cividis(i / 15.0));
        CHECK(painted_between(canvas, style::margin, layout.columns.left, layout.tops[row],
                              layout.tops[row] + layout.cell_height) > 20);
    }
    for (std::uint32_t i = 0; i < 16; ++i) {
        const Rect cell = layout.cell(0, i);
        CHECK(painted_between(canvas, cell.x, cell.x + cell.width, cell.y - 18, cell.y - 8) > 5);
    }
    CHECK(layout.number_size == 13);  // in full: where some are shortened, they are smaller
    CHECK(layout.notes.empty());
}

TEST_CASE("links show between their rows, and a swap is heavier than a comparison") {
    const auto ink_between = [](LinkKind kind, std::uint32_t to) {
        Strip strip = ramp(16, 2);
        strip.rows[1].links = {{0, to, kind}};
        const Canvas canvas = draw(strip);
        const StripLayout layout = lay_out(strip, 0);
        const float shift = found(strip, canvas).tops[0] - layout.tops[0];
        return painted_between(canvas, layout.columns.left, layout.columns.end(15),
                               layout.tops[0] + layout.cell_height + shift, layout.tops[1] + shift);
    };
    CHECK(ink_between(LinkKind::swapped, 8) > ink_between(LinkKind::compared, 8));
    CHECK(ink_between(LinkKind::swapped_ascending, 4) > ink_between(LinkKind::ascending, 4));
    CHECK(ink_between(LinkKind::added, 4) > 20);
    CHECK(ink_between(LinkKind::swapped, 1) > ink_between(LinkKind::compared, 1));
}

TEST_CASE("links choose the form that stays readable") {
    const auto plan = [](std::uint32_t n, std::uint32_t stride, LinkKind kind, float width) {
        record::Pass row;
        for (std::uint32_t i = 0; i < n; ++i)
            if ((i & stride) == 0) row.links.push_back({i, i + stride, kind});
        return plan_links(row, n, width, LinkRoom::ample);
    };
    CHECK(plan(16, 1, LinkKind::compared, 34).form == LinkForm::boxes);
    CHECK(plan(16, 1, LinkKind::ascending, 34).form == LinkForm::brackets);
    const LinkPlan eight = plan(16, 8, LinkKind::ascending, 34);
    CHECK(eight.form == LinkForm::brackets);
    CHECK(eight.track_count == 8);
    const LinkPlan many = plan(64, 32, LinkKind::ascending, 22);
    CHECK(many.form == LinkForm::bundles);
    REQUIRE(many.bundles.size() == 1);
    CHECK(many.bundles[0].count == 32);
    CHECK(plan(512, 1, LinkKind::ascending, 3).bundles.empty());  // only ticks
}

TEST_CASE("brackets on one track do not meet") {
    const std::vector<record::Link> pairs{{0, 4}, {1, 5}, {2, 3}, {4, 8}, {6, 7}};
    std::vector<std::uint32_t> tracks;
    assign_tracks(pairs, tracks);
    for (std::size_t a = 0; a < pairs.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (tracks[a] == tracks[b]) CHECK((pairs[a].from > pairs[b].to || pairs[b].from > pairs[a].to));
}

TEST_CASE("marks change how a cell looks") {
    Strip strip = ramp(8, 2);
    strip.rows[1].marks = {CellMark::plain, CellMark::idle, CellMark::absent, CellMark::padded,
                           CellMark::wrong};
    const Canvas canvas = draw(strip);
    const StripLayout layout = found(strip, canvas);
    const auto color = [&](std::uint32_t i) {
        const Rect cell = layout.cell(1, i);
        return canvas.at(static_cast<int>(cell.x) + 2, static_cast<int>(cell.y) + 2);
    };
    CHECK(color(0) == cividis(0));
    CHECK(color(1) == mix(cividis(1 / 7.0), style::paper, 0.78));
    CHECK(color(2) == style::paper);
    CHECK(color(3) != cividis(3 / 7.0));
    CHECK(color(4) == cividis(4 / 7.0));
    const Rect wrong = layout.cell(1, 4);
    CHECK(canvas.at(static_cast<int>(wrong.x) - 2, static_cast<int>(wrong.y) + 10) == style::wrong);
    CHECK(color(7) == cividis(1));  // fewer marks than cells: the rest are plain
}

TEST_CASE("a run of wrong cells has one ring, which ends where a group does") {
    Strip strip = ramp(8, 2);
    strip.group = 4;
    strip.rows[1].marks.assign(8, CellMark::plain);
    for (const std::size_t i : {2U, 3U, 4U, 5U, 6U}) strip.rows[1].marks[i] = CellMark::wrong;
    const Canvas canvas = draw(strip);
    const StripLayout layout = found(strip, canvas);
    const auto ringed = [&](float x, const Rect& cell) {
        return canvas.at(static_cast<int>(x), static_cast<int>(cell.y) + 10) == style::wrong;
    };
    const auto left = [&](std::uint32_t i) { return ringed(layout.cell(1, i).x - 2, layout.cell(1, i)); };
    const auto right = [&](std::uint32_t i) {
        const auto cell = layout.cell(1, i);
        return ringed(cell.x + cell.width + 1, cell);
    };
    CHECK(left(2));
    CHECK(!right(2));
    CHECK(right(3));
    CHECK(left(4));
    CHECK(!left(5));
    CHECK(!left(6));
    CHECK(right(6));
}

TEST_CASE("absent and padded cells do not stretch the scale") {
    Strip strip = ramp(4, 1);
    strip.rows[0].values = std::vector<double>{1, 2, 1e9, -1e9};
    strip.rows[0].marks = {CellMark::plain, CellMark::plain, CellMark::padded, CellMark::absent};
    const StripLayout layout = lay_out(strip, 0);
    CHECK(layout.scale.low() == 1);
    CHECK(layout.scale.high() == 2);
}

TEST_CASE("anything that does not fit is left out, and the picture says so") {
    const StripLayout wide = lay_out(ramp(1000, 2), 100);
    CHECK(wide.elements < 1000);
    CHECK(wide.elements % 64 == 0);
    REQUIRE(wide.notes.size() == 1);
    CHECK(wide.notes[0].find("of 1000") != std::string::npos);
    CHECK(wide.width <= 1600);

    const StripLayout tall = lay_out(ramp(16, 1000), 100);
    CHECK(tall.elements == 16);
    CHECK(tall.rows.size() < 200);
    CHECK(tall.rows.front() == 0);
    CHECK(tall.rows.back() == 999);
    CHECK(tall.bottom <= 2400);
    REQUIRE(tall.notes.size() == 1);
    CHECK(tall.notes[0].find("of 1000 rows") != std::string::npos);
    for (std::size_t i = 1; i < tall.rows.size(); ++i) CHECK(tall.rows[i] > tall.rows[i - 1]);

    CHECK(draw(ramp(1000, 1000)).height() <= 2500);
}

TEST_CASE("a strip of 128 keys shows all of its 129 rows") {
    Strip strip = ramp(128, 129);
    for (std::size_t row = 1; row < 129; ++row)
        for (std::uint32_t i = row % 2; i + 1 < 128; i += 2) strip.rows[row].links.push_back({i, i + 1});
    CHECK(lay_out(strip, 120).rows.size() == 129);
}

TEST_CASE("a row that counts something else has no dividers") {
    Strip strip = ramp(8, 2);
    strip.group = 4;
    const auto divided = [&](std::size_t row) {
        const Canvas canvas = draw(strip);
        const StripLayout layout = found(strip, canvas);
        const Rect left = layout.cell(row, 3), right = layout.cell(row, 4);
        const auto x = static_cast<int>(std::round((left.x + left.width + right.x) / 2));
        return canvas.at(x, static_cast<int>(left.y + left.height / 2)) != style::paper;
    };
    CHECK(divided(0));
    CHECK(divided(1));
    strip.rows[1].undivided = true;
    CHECK(divided(0));
    CHECK(!divided(1));
}

TEST_CASE("a window into an array counts elements and groups from the array's first element") {
    Strip strip = ramp(8, 1);
    strip.first = 14;
    strip.group = 4;
    const StripLayout layout = lay_out(strip, 0);
    CHECK(!layout.columns.begins_group(1));
    CHECK(layout.columns.begins_group(2));  // element 16
    CHECK(layout.columns.begin(2) - layout.columns.begin(1) >
          layout.columns.begin(1) - layout.columns.begin(0));
}

TEST_CASE("awkward strips are drawn without harm") {
    CHECK(draw(Strip{}).width() > 0);
    CHECK(draw(ramp(0, 3)).width() > 0);
    CHECK(draw(ramp(1, 1)).width() > 300);
    Strip strip = ramp(4, 3);
    strip.rows[0].values = std::vector<double>{7, 7, 7, 7};
    strip.rows[1].values = std::vector<double>{std::nan(""), INFINITY, -INFINITY, -0.0};
    strip.rows[2].values = std::vector<double>{1};  // ragged
    strip.rows[1].links = {{0, 99, LinkKind::swapped}, {2, 2, LinkKind::compared}, {3, 1, LinkKind::moved}};
    strip.rows[2].marks.assign(9, CellMark::wrong);
    strip.rows[2].name = std::string(400, 'w');
    strip.group = 1;
    const Canvas canvas = draw(strip);
    CHECK(canvas.width() <= 1600);
    Strip same = ramp(16, 2);
    for (record::Pass& row : same.rows) row.values = std::vector<double>(16, 5.0);
    CHECK(corner(draw(same), found(same, draw(same)).cell(1, 3)) == cividis(0.5));
}

TEST_SUITE_END();
