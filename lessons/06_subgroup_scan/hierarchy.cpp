// SPDX-License-Identifier: MIT
#include "lessons/06_subgroup_scan/stories.hpp"

#include <algorithm>

#include "common/lesson/version_names.hpp"
#include "common/picture/canvas/numbers.hpp"
#include "common/picture/diagram/hierarchy.hpp"

namespace scan {

using namespace pbp::picture;

namespace {

/// What the picture shows of a run.
struct Shown {
    std::string title;
    std::uint32_t n = 0;           ///< elements, one per invocation
    std::uint32_t local_size = 1;  ///< invocations per workgroup
    std::uint32_t lanes = 1;       ///< per subgroup
    std::string backend;           ///< what implements the sg_* calls
    pbp::Operator by = pbp::Operator::sum;
    Words values;  ///< the first elements: at least one workgroup's
};

struct Place {
    std::uint32_t workgroup = 0, subgroup = 0, lane = 0;
};

std::string plural(std::uint32_t count, const std::string& noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Canvas draw(const Shown& h) {
    const std::uint32_t workgroups = parts_of(h.n, h.local_size), lanes = std::min(h.lanes, h.local_size);
    const std::uint32_t subgroups = parts_of(h.local_size, lanes);
    Place at{workgroups > 3 ? 2u : 0u, subgroups > 1 ? 1u : 0u, std::min(lanes - 1, 5u)};
    const auto element = [&](std::uint32_t w, std::uint32_t s, std::uint32_t l) {
        return std::uint64_t{w} * h.local_size + s * lanes + l;
    };
    if (element(at.workgroup, at.subgroup, at.lane) >= h.n) at = {};
    const auto total = [&](std::uint64_t first, std::uint64_t count) {
        const auto end = std::min<std::uint64_t>(first + count, h.values.size());
        auto all = pbp::identity<std::uint32_t>(h.by);
        for (auto i = first; i < end; ++i) all = pbp::combined(h.by, all, h.values[i]);
        return all;
    };

    const auto e = element(at.workgroup, at.subgroup, at.lane);
    return pbp::picture::draw(Hierarchy{
        h.title,
        {{"dispatch", fmt::format("{} in all", plural(h.n, "element")),
          "Its end is the only point where all workgroups meet. A scan over several workgroups needs several "
          "dispatches (v4), or tiles that read what earlier ones publish (v5, v6).",
          1, 0, 1, [&](std::uint32_t) { return plural(workgroups, "workgroup"); },
          [&](std::uint32_t) { return fmt::format("total {}", total(0, h.n)); }},
         {"workgroup", fmt::format("{} x {} invocations", workgroups, h.local_size),
          fmt::format("Has shared memory, and barrier() to meet at. Here {} scanned, up to {} at a time.",
                      subgroups == 1 ? "1 subgroup total is" : plural(subgroups, "subgroup total") + " are",
                      h.lanes),
          workgroups, at.workgroup, 8, [](std::uint32_t w) { return fmt::format("workgroup {}", w); },
          [&](std::uint32_t w) { return fmt::format("total {}", total(element(w, 0, 0), h.local_size)); }},
         {"subgroup", fmt::format("{} x {}", subgroups, plural(lanes, "lane")),
          fmt::format("Its lanes run together and can read each other's registers: one sg_inclusive_add "
                      "(back end '{}') scans them, without shared memory.",
                      h.backend),
          subgroups, at.subgroup, 8, [](std::uint32_t s) { return fmt::format("subgroup {}", s); },
          [&](std::uint32_t s) {
              return fmt::format("total {}", total(element(at.workgroup, s, 0), lanes));
          }},
         {"invocation", "lane: value, sum",
          "Has registers and one element. Below its lane number: its own value, and its subgroup's sum up to "
          "it.",
          lanes, at.lane, 16, [](std::uint32_t l) { return std::to_string(l); },
          [&](std::uint32_t l) {
              const auto first = element(at.workgroup, at.subgroup, 0);
              return first + l < h.n ? fmt::format("{}, {}", compact_number(h.values[first + l], 3),
                                                   compact_number(total(first, l + 1), 3))
                                     : "-";
          }}},
        fmt::format("Dark: the way to element {}, an example: workgroup {} x {} + subgroup {} x {} + lane "
                    "{}. Each level shows the dark box of the level above, enlarged.",
                    e, at.workgroup, h.local_size, at.subgroup, lanes, at.lane)});
}

std::string of_sums(const std::string& version) {
    const int number = pbp::version_number(version);
    if (number == 1)
        return "Each row shows the array after one pass. A curve leads from a value to the element it was "
               "added to; after the pass with stride s, each cell is the sum of up to 2s input elements.";
    if (number == 2)
        return "Up: each run's last cell becomes the run's sum. Down: each node passes the sum of everything "
               "before it to its left half, and that plus the left half's sum to its right half. The root "
               "starts with 0: nothing comes before it.";
    if (number == 3)
        return "Dividers separate subgroups. The last lane of each stores its total in shared memory (the "
               "rows with one cell per subgroup); subgroup 0 scans the totals into the sum before each "
               "subgroup; in the last row every element adds that sum to its value in the second row.";
    if (number == 4)
        return "Dividers separate the workgroups' blocks. The rows with one cell per block are the buffer of "
               "totals, which the same kernel scans; the last pass adds to every element of the first scan "
               "the sum of the blocks before its own.";
    return "Dividers separate the workgroups' tiles. Two rows have one cell per tile: its total, then the "
           "sum of all tiles before it, found by look-back. The last row adds that sum to the tile's scan, "
           "in the first row below the input. All four rows below the input come from one dispatch." +
           std::string(number == 5 ? ""
                                   : " These rows are not in the order of time: a workgroup adds up its tile "
                                     "and publishes the total before it scans the tile.");
}

}  // namespace

Canvas draw_hierarchy(const pbp::Run& run, std::uint32_t local_size, std::uint32_t lanes) {
    return draw(
        Shown{fmt::format("06 subgroup scan, {}: one dispatch and its parts on this device", run.version()),
              run.n, local_size, lanes, to_string(run.gpu.subgroups()), pbp::operator_of(run.options),
              run.input<std::uint32_t>()});
}

std::string how_to_read(pbp::Operator by, const std::string& version) {
    return pbp::read_as(by, of_sums(version));
}

void draw(pbp::Run& run, std::uint32_t local_size, std::uint32_t lanes) {
    run.draw(how_to_read(pbp::operator_of(run.options), run.version()),
             {.group = lanes, .group_name = "subgroup"});
    if (lanes > 0 && run.drawing()) run.picture("hierarchy", draw_hierarchy(run, local_size, lanes));
}

}  // namespace scan
