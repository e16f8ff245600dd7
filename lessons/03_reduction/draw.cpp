// SPDX-License-Identifier: MIT
#include "common/picture/diagram/grid.hpp"
#include "lessons/03_reduction/reduction.hpp"

namespace reduction {

namespace {

constexpr Index most_columns = 32;  // with more invocations a picture is unreadable

/// How to read the strip: what holds for all versions, and what is new in this one.
std::string how_to_read(const std::string& version, const std::vector<Launch>& launches) {
    const Launch& first = launches.front();
    const bool adds_in_one = pbp::version_number(version) >= 7;
    std::string rows =
        first.workgroups > 1
            ? fmt::format(
                  "Each row below the input shows what the workgroups hold after one pass: one cell per "
                  "invocation{}, with lines between workgroups. ",
                  adds_in_one ? ", or one per workgroup for its sum" : "")
            : "Each row below the input shows what the workgroup holds after one pass: one cell per "
              "invocation. ";
    if (adds_in_one)
        rows += first.local_size < first.subgroup_size
                    ? fmt::format("Of the {} lanes of a subgroup, {} work: a workgroup has no more. ",
                                  first.subgroup_size, first.local_size)
                    : fmt::format("A subgroup has {} lanes, a workgroup {} invocations. ",
                                  first.subgroup_size, first.local_size);
    const std::string dispatches = launches.size() > 1
                                       ? "Each dispatch leaves one partial sum per workgroup; the next "
                                         "dispatch adds those, until one is left."
                                       : "There is only one workgroup, so its sum is the result.";
    if (version == "v2_strided")
        return rows +
               "The same cells are added as in v1, but by different invocations: see the picture of busy "
               "invocations. " +
               dispatches;
    if (version == "v4_first_add")
        return rows + "The load already adds two elements into each cell. " + dispatches;
    if (version == "v5_grid_stride")
        return rows +
               "The load adds many elements into each cell: four neighbours at a time, then the four one "
               "grid further on. " +
               dispatches;
    if (version == "v6_subgroup")
        return rows +
               fmt::format(
                   "A single step adds up the cells of each subgroup, {} lanes, into one: the row of sums "
                   "begins with one cell per subgroup. ",
                   first.subgroup_size) +
               dispatches;
    if (version == "v7_one_dispatch")
        return rows +
               "There is only one dispatch: the workgroup that finishes last loads all partial sums into its "
               "cells, drawn on the left, and adds them.";
    if (version == "v8_loads_in_flight")
        return rows +
               "Cells add as in v7; the picture of the loads shows which vectors an invocation requests at "
               "once.";
    if (version == "v9_memory_adds")
        return rows +
               "There is only one dispatch. Each workgroup adds its sum to the one total in memory as soon "
               "as it has it, in any order: the boxes show what each adds, and no buffer holds them. Once "
               "the last one has added its own, the total is the sum; that workgroup writes it as the "
               "result.";
    if (version == "v10_one_trip")
        return rows +
               "There is only one dispatch. Each workgroup adds its sum, the box below it, to two words in "
               "memory, in any order: the low bits to one, the high bits to the other. Both words also "
               "count. The workgroup that finds both complete puts the sum together.";
    return rows + dispatches;
}

/// Columns are the invocations of one workgroup, rows its levels; each cell shows what that invocation adds.
pbp::picture::Grid busy(const std::string& version, const Launch& launch, Index lanes) {
    pbp::picture::Panel panel;
    panel.columns = static_cast<int>(launch.local_size);
    panel.group_width = static_cast<int>(lanes);  // 0: unknown
    for (const auto& pass : launch.passes) {
        if (pass.kind != Kind::fold) continue;
        ++panel.rows;
        for (Index i = 0; i < launch.local_size; ++i) {
            const Index to = launch.served_by(i, pass.stride);
            const bool idle = to == launch.local_size;
            panel.cells.push_back({static_cast<double>(to),
                                   idle ? "" : fmt::format("{}+{}", to, to + pass.stride), idle, false});
        }
    }
    return {fmt::format("03 reduction, {}: who adds what", version),
            fmt::format("Each column is an invocation of a workgroup, each row a level of the tree. A filled "
                        "cell is a busy invocation and shows the two cells of shared memory that it adds: "
                        "the sum goes into the first, which gives the colour. An empty one is idle. A "
                        "subgroup{} with one busy invocation takes as long as one in which all are busy.",
                        lanes > 0 && lanes < launch.local_size ? " (lines are between them)" : ""),
            "adds into cell",
            false,
            {panel},
            "idle",
            1,
            "invocation",
            "level"};
}

/// Columns are invocations, rows the rounds of their loads; what is in flight together has one colour.
pbp::picture::Panel loads(std::string title, const Launch& launch, Index together) {
    pbp::picture::Panel panel{std::move(title),
                              static_cast<int>(launch.cells()),
                              static_cast<int>(launch.rounds()),
                              static_cast<int>(launch.local_size),
                              0,
                              {}};
    for (Index round = 0; round < launch.rounds(); ++round)
        for (Index cell = 0; cell < launch.cells(); ++cell) {
            const Index four = launch.four_of(cell, round);
            const bool absent = four >= launch.fours();
            panel.cells.push_back(
                {static_cast<double>(round / together),
                 absent ? "" : fmt::format("{} -\n{}", 4 * four, std::min(4 * four + 3, launch.n - 1)),
                 absent, false});
        }
    return panel;
}
pbp::picture::Grid in_flight(const Launch& launch) {
    Launch before = launch;
    before.load = Load::fours;
    pbp::picture::Grid grid{
        "03 reduction, v8_loads_in_flight: who loads what, and what waits",
        fmt::format("Each column is an invocation, with lines between workgroups; each row is a round, and "
                    "each cell shows the elements loaded. Cells of the same colour in a column are in flight "
                    "together: the invocation waits once per batch. On the left, the pieces go to the "
                    "workgroups in turn; on the right, each reads one contiguous piece."),
        "batch",
        true,
        {loads(fmt::format("v7: one load at a time, up to {} waits", launch.rounds()), before, 1),
         loads(fmt::format("v8: up to {} loads at a time, {} waits", loads_in_flight,
                           (launch.rounds() + loads_in_flight - 1) / loads_in_flight),
               launch, loads_in_flight)},
        "nothing to load"};
    grid.across = 2;
    grid.column_name = "invocation", grid.row_name = "round";
    return grid;
}

}  // namespace

void draw(pbp::Run& run, const std::vector<Launch>& launches) {
    const Launch& first = launches.front();
    // If cells are not elements, the input has workgroups of its own.
    const std::uint32_t ungrouped = first.load == Load::one ? 0 : 1;
    const auto served = first.version == run.version()
                            ? ""
                            : fmt::format("{1}, not {0}, made these passes. ", run.version(), first.version);
    run.draw(pbp::read_as(first.by, served + how_to_read(first.version, launches)),
             {.group = first.local_size, .ungrouped = ungrouped});
    const bool tree = first.tree != Tree::subgroups && first.load == Load::one;
    if (run.drawing() && tree && first.local_size <= most_columns)
        run.picture("busy", pbp::picture::draw(busy(run.version(), first, run.gpu.info().subgroup_size)));
    if (run.drawing() && first.version == "v8_loads_in_flight" && first.cells() <= most_columns &&
        first.rounds() <= most_columns)
        run.picture("loads", pbp::picture::draw(in_flight(first)));
}

}  // namespace reduction
