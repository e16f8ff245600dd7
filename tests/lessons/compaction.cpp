// SPDX-License-Identifier: MIT
// Voxels, schedule and twins of the stream compaction, without a context.
#include "lessons/07_stream_compaction/compaction.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "common/check/inputs.hpp"
#include "lessons/07_stream_compaction/pictures.hpp"

namespace compaction_test {

namespace {

using compaction::untouched;
using compaction::Voxels;
using compaction::Words;

const pbp::Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 32768, 1 << 27, 8};
const char* const shapes[] = {"sphere", "gyroid", "noise", "full", "empty", "one"};

/// The active cells in order, with untouched words after them.
Words reference(const Words& active) {
    Words kept;
    for (std::uint32_t i = 0; i < active.size(); ++i)
        if (active[i] != 0) kept.push_back(i);
    kept.resize(active.size(), untouched);
    return kept;
}

/// What v2 keeps, by its twins alone.
Words scan_then_scatter(const Words& active, std::uint32_t most) {
    pbp::RowShape none;
    scan::Twin twin(compaction::previous(active));
    const auto n = static_cast<std::uint32_t>(active.size());
    for (const auto& launch : compaction::scans(n, scan::part_for(n, 4, most), limits))
        for (const auto& pass : launch.passes) twin.step(pass, none);
    return compaction::scattered(active, twin.elements());
}

/// What v3 keeps.
Words one_pass(const Words& active, std::uint32_t most) {
    pbp::RowShape none;
    scan::Twin twin(active);
    const Voxels voxels{256, static_cast<std::uint32_t>(active.size())};
    const auto tile = scan::part_for(voxels.n, 8, most);
    for (const auto& pass : compaction::one_dispatch(voxels, 127, tile, limits).passes) twin.step(pass, none);
    return compaction::scattered(active, twin.elements());
}

/// What v4 keeps.
Words wide_one_pass(const Words& active, const scan::WideTile& tile) {
    pbp::RowShape none;
    scan::Twin twin(active);
    const Voxels voxels{256, static_cast<std::uint32_t>(active.size())};
    for (const auto& pass : compaction::wide_one_pass("v4_wide_one_pass", voxels, 127, tile, limits).passes)
        twin.step(pass, none);
    return compaction::scattered(active, twin.elements());
}

/// Options as the command line would set them.
pbp::Options asked(const std::string& shape, const std::string& edge, std::optional<std::uint32_t> n,
                   std::set<std::string> given = {}) {
    pbp::Options options;
    options.n = n;
    options.given = std::move(given);
    options.extra = {{"--shape", shape}, {"--edge", edge}, {"--threshold", "127"}};
    return options;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("both rules keep the active cells in order, whatever the shape and the size") {
        for (const char* shape : shapes)
            for (const std::uint32_t n :
                 {1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 511, 512, 1000, 4097}) {
                CAPTURE(shape);
                CAPTURE(n);
                const Voxels voxels{compaction::edge_for(n), n};
                const auto active = compaction::active(compaction::densities(shape, voxels, n), 127);
                for (const std::uint32_t most : {2, 8, 128, 1024}) {
                    CHECK(scan_then_scatter(active, most) == reference(active));
                    CHECK(one_pass(active, most) == reference(active));
                }
                for (const scan::WideTile& tile : {scan::WideTile{2, 4}, {8, 12}, {64, 32}, {256, 20}})
                    CHECK(wide_one_pass(active, tile) == reference(active));
            }
    }

    TEST_CASE("the inclusive scan of 'is the previous one active?' is the exclusive scan of the flags") {
        const Words active{0, 1, 0, 1, 1, 0, 0, 1};
        const auto previous = compaction::previous(active);
        CHECK(previous == Words{0, 0, 1, 0, 1, 1, 0, 0});
        Words inclusive(8), exclusive(8);
        std::inclusive_scan(previous.begin(), previous.end(), inclusive.begin());
        std::exclusive_scan(active.begin(), active.end(), exclusive.begin(), 0u);
        CHECK(inclusive == exclusive);
        CHECK(compaction::scattered(active, inclusive) ==
              Words{1, 3, 4, 7, untouched, untouched, untouched, untouched});
        CHECK(compaction::previous({1}) == Words{0});
    }

    TEST_CASE("any order of the active cells is right, and only those") {
        const Words active{0, 1, 0, 1, 1, 0};
        const Words right{4, 1, 3, untouched, untouched, untouched};
        CHECK(compaction::any_order(right, active) == right);
        CHECK(compaction::slots_from(right, active) == Words{untouched, 1, untouched, 2, 0, untouched});
        CHECK(compaction::out_of_order(right, active) == 3);
        CHECK(compaction::out_of_order({1, 4, 3}, active) == 2);
        CHECK(compaction::out_of_order({1, 3, 4}, active) == 0);

        const auto repaired = [&](const Words& got) { return compaction::any_order(got, active); };
        CHECK(repaired({4, 1, 4, untouched, untouched, untouched}) == right);          // one twice
        CHECK(repaired({4, 1, 2, untouched, untouched, untouched}) == right);          // an inactive one
        CHECK(repaired({4, 1, 9, untouched, untouched, untouched}) == right);          // no cell's number
        CHECK(repaired({4, 1, untouched, untouched, untouched, untouched}) == right);  // one too few
        CHECK(repaired({4, 1, 3, 3, untouched, untouched}) == right);                  // one too many
        CHECK(repaired({4, 1, 3, untouched, untouched, 0}) == right);                  // far past the end
        CHECK(compaction::any_order({untouched}, {0}) == Words{untouched});
        CHECK(compaction::any_order({0}, {0}) == Words{untouched});
    }

    TEST_CASE("slots are right in any order if each is drawn once, from 0 up") {
        const Words active{0, 1, 0, 1, 1, 0};
        const Words right{0, 1, 0, 2, 0, 0};
        CHECK(compaction::any_slots(right, active) == right);
        CHECK(compaction::any_slots({0, 1, 0, 2, 3, 0}, active) == right);  // past the last
        CHECK(compaction::any_slots({0, 1, 0, 2, 1, 0}, active) == right);  // drawn twice
        CHECK(compaction::any_slots({}, active).empty());                   // not recorded
    }

    TEST_CASE("shapes fill as much of their cube as they should, and look like their names") {
        const Voxels voxels{32, 32 * 32 * 32};
        const auto count = [&](const char* shape) {
            return compaction::count_of(compaction::active(compaction::densities(shape, voxels, 1), 127));
        };
        CHECK(count("sphere") == doctest::Approx(0.3817 * voxels.n).epsilon(0.01));  // 4/3 pi 0.45^3
        CHECK(count("gyroid") == doctest::Approx(voxels.n / 3.0).epsilon(0.1));
        CHECK(count("noise") == doctest::Approx(0.5 * voxels.n).epsilon(0.03));
        CHECK(count("full") == voxels.n);
        CHECK(count("empty") == 0);
        CHECK(count("one") == 1);

        const auto sphere = compaction::densities("sphere", voxels, 1);
        CHECK(Words(sphere.rbegin(), sphere.rend()) == sphere);
        CHECK(sphere[0] < 127);
        CHECK(sphere[(16 * 32 + 16) * 32 + 16] > 240);
        // The first cells of a cube are the same, no matter how many are taken.
        const auto part = compaction::densities("gyroid", {32, 1000}, 1);
        const auto whole = compaction::densities("gyroid", voxels, 1);
        CHECK(std::equal(part.begin(), part.end(), whole.begin()));
        CHECK(compaction::densities("noise", voxels, 1) != compaction::densities("noise", voxels, 2));
    }

    TEST_CASE("n follows from the edge, or the edge from n") {
        const auto completed = [](pbp::Options options) {
            compaction::complete(options, limits);
            return compaction::voxels_of(options);
        };
        CHECK(completed(asked("sphere", "auto", {})).n == 512);
        CHECK(completed(asked("sphere", "64", {})).n == 262144);
        CHECK(completed(asked("sphere", "256", {})).n == 16777216);
        CHECK(completed(asked("sphere", "auto", 3)).edge == 8);
        CHECK(completed(asked("sphere", "auto", 512)).edge == 8);
        CHECK(completed(asked("sphere", "auto", 513)).edge == 9);
        CHECK(completed(asked("sphere", "16", 1000)).n == 1000);
        CHECK(completed(asked("sphere", "auto", 16777216)).edge == 256);
        CHECK(completed(asked("noise", "auto", 1u << 26)).edge == 407);
        CHECK(completed(asked("noise", "auto", 1u << 28)).n == 1u << 28);
        CHECK_THROWS_WITH(completed(asked("sphere", "8", 513)),
                          "513 cells are more than the 512 of a cube with an edge of 8; ask for fewer with "
                          "--n, or use a longer --edge, up to 1024.");
        CHECK_THROWS_WITH(completed(asked("sphere", "auto", (1u << 30) + 1)),
                          "1073741825 cells are more than the 1073741824 of a cube with an edge of 1024; ask "
                          "for fewer with --n.");
        CHECK_THROWS_WITH(completed(asked("noise", "auto", {}, {"--shape", "--data"})),
                          "--shape noise and --data both set what the cells hold: leave one of them out.");
        CHECK(completed(asked("sphere", "auto", {}, {"--data"})).n == 512);
        CHECK(completed(asked("noise", "auto", {}, {"--shape"})).n == 512);

        auto options = asked("noise", "auto", {});
        compaction::complete(options, limits);
        CHECK(options.described == "n = 512 cells of a cube with edge 8, noise, seed 1, active above 127");
    }

    TEST_CASE("no dispatch exceeds the driver's limits, up to the largest cube") {
        const Voxels voxels{256, 256 * 256 * 256};
        auto launches = compaction::scans(voxels.n, 128, limits);
        launches.push_back(compaction::one_each("parts/v2_previous.comp", voxels, 127, 256, limits));
        launches.push_back(compaction::one_dispatch(voxels, 127, 128, limits));
        for (const auto& launch : launches) {
            CHECK(launch.groups.x <= limits.workgroup_count.x);
            CHECK(launch.groups.y <= limits.workgroup_count.y);
        }
        CHECK(launches.front().passes.front().name == "scan in blocks of 128, level 0");
        CHECK(compaction::scans(512, 128, limits).back().passes.back().name == "slots: prefixes added");
        CHECK(compaction::scans(2, 2, limits).back().passes.front().name == "slots: scan in blocks of 2");
    }

    TEST_CASE("a picture shows the end of a workgroup with cells of both kinds") {
        Words active(1000, 0);
        std::fill(active.begin() + 640, active.end(), 1);
        const auto part = compaction::busiest(active, 64, 40);
        CHECK(part.first == 620);
        CHECK(part.count == 40);
        CHECK(part.holds(620));
        CHECK(part.holds(659));
        CHECK(!part.holds(660));
        CHECK(!part.holds(619));
        active.assign(1000, 0);
        active[100] = 1;  // far from the end of any workgroup
        CHECK(compaction::busiest(active, 512, 40).holds(100));
        CHECK(compaction::busiest(Words(30, 0), 8, 40).count == 30);
        CHECK(compaction::busiest(Words(1000, 0), 64, 40).first == 0);
        CHECK(compaction::busiest(Words(1000, 1), 64, 40).count == 40);
    }
}

}  // namespace compaction_test
