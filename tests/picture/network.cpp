// SPDX-License-Identifier: MIT
#include "common/picture/diagram/network.hpp"

#include <doctest/doctest.h>

#include "common/picture/canvas/style.hpp"
#include "common/picture/diagram/network_layout.hpp"
#include "tests/picture/pixels.hpp"

using namespace pbp;
using namespace pbp::picture;
using pbp::picture::test::count;

namespace {

/// A bitonic network over keys that fall from left to right.
Strip bitonic(std::uint32_t n) {
    Strip strip;
    std::vector<double> keys;
    for (std::uint32_t i = 0; i < n; ++i) keys.push_back(n - i);
    strip.rows.push_back({.name = "input", .values = keys});
    for (std::uint32_t block = 2; block <= n; block *= 2) {
        for (std::uint32_t stride = block / 2; stride > 0; stride /= 2) {
            record::Pass row{.name = "block " + std::to_string(block) + ", stride " + std::to_string(stride)};
            for (std::uint32_t i = 0; i < n; ++i) {
                if ((i & stride) != 0) continue;
                const bool up = (i & block) == 0, swap = up == (keys[i] > keys[i + stride]);
                if (swap) std::swap(keys[i], keys[i + stride]);
                row.links.push_back({i, i + stride,
                                     up ? (swap ? LinkKind::swapped_ascending : LinkKind::ascending)
                                        : (swap ? LinkKind::swapped_descending : LinkKind::descending)});
            }
            row.values = keys;
            strip.rows.push_back(row);
        }
    }
    return strip;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("the passes of one block are one step of the network") {
    const NetworkLayout layout = lay_out_network(bitonic(8), 0);
    REQUIRE(layout.passes.size() == 6);
    REQUIRE(layout.steps.size() == 3);
    CHECK(layout.steps[2].name == "block 8");
    CHECK(layout.passes[3].name == "stride 4");
    CHECK(layout.passes[3].width > layout.passes[5].width);  // four comparators above each other
    for (std::size_t i = 1; i < 6; ++i)
        CHECK(layout.passes[i].left >= layout.passes[i - 1].left + layout.passes[i - 1].width - 0.1F);
}

TEST_CASE("ascending is blue and descending red") {
    const Canvas canvas = draw_network(bitonic(8));
    CHECK(count(canvas, style::ascending) > 100);
    CHECK(count(canvas, style::descending) > 100);
    CHECK(count(draw_network(bitonic(2)), style::descending) == 0);
}

TEST_CASE("wires above the limit are cut, and the picture says so") {
    const NetworkLayout layout = lay_out_network(bitonic(64), 0);
    CHECK(layout.wires == 32);
    REQUIRE(!layout.notes.empty());
    CHECK(layout.notes[0].find("of 64") != std::string::npos);
    for (const NetworkPass& pass : layout.passes)
        for (const record::Link& link : pass.pairs) CHECK(link.to < 32);
}

TEST_CASE("awkward networks are drawn without harm") {
    CHECK(draw_network(Strip{}).width() > 0);
    Strip strip = bitonic(4);
    strip.rows[1].values = {};
    strip.rows[1].links.push_back({3, 900, LinkKind::swapped});
    strip.rows[2].name = "a label without a comma that is a good deal longer than its column";
    for (int i = 0; i < 200; ++i) strip.rows.push_back(strip.rows[2]);
    CHECK(draw_network(strip).width() <= 2010);
}

TEST_SUITE_END();
