// SPDX-License-Identifier: MIT
#include "common/picture/diagram/hierarchy.hpp"
#include "lessons/01_workgroup_ids/pictures.hpp"
#include "lessons/01_workgroup_ids/stories.hpp"

using namespace pbp;
using namespace pbp::picture;
using namespace ids;

namespace {

Canvas draw_subgroups(const Dispatch& d, uvec3 at, const Words& subgroup, const Words& lane,
                      std::uint32_t subgroup_size) {
    const std::uint32_t subgroups = ceil_div(d.local.x, subgroup_size),
                        lanes = std::min(subgroup_size, d.local.x);
    const Excerpt groups(d.groups.x, 3, at.x / d.local.x),
        rows(subgroups, 16, at.x % d.local.x / subgroup_size);
    Grid grid{title(d) + of_groups(d), "", "subgroup", true, {}};
    grid.column_name = "lane", grid.row_name = "subgroup";
    for (std::uint32_t group = groups.first; group < groups.first + groups.count; ++group) {
        Panel panel = part_of(fmt::format("workgroup {}", group), Excerpt(lanes, lanes, 0), rows);
        panel.cells.assign(static_cast<std::size_t>(lanes) * rows.count, {0, "", true, false});
        for (std::uint32_t i = group * d.local.x; i < std::min((group + 1) * d.local.x, d.n); ++i)
            if (subgroup[i] >= rows.first && subgroup[i] < rows.first + rows.count)
                panel.cells[(subgroup[i] - rows.first) * lanes + lane[i]] = {
                    static_cast<double>(subgroup[i]), std::to_string(i), false, i == at.x};
        grid.panels.push_back(panel);
    }
    const auto place = at.x % d.local.x;
    grid.how_to_read = fmt::format(
        "Each row is a subgroup, numbered at the side; each column is a lane; each cell shows the element "
        "that its invocation owns. Empty outlines: lanes without an invocation or an element. Ringed: "
        "element {} belongs to workgroup {}, subgroup {}, lane {}. This device has {} lanes per subgroup.",
        at.x, at.x / d.local.x, place / subgroup_size, place % subgroup_size, subgroup_size);
    grid.how_to_read +=
        unless_all(std::uint64_t{groups.count} * rows.count, std::uint64_t{d.groups.x} * subgroups);
    return draw(grid);
}

/// The same as nested levels: what contains the invocation that is followed.
Canvas draw_levels(const Dispatch& d, uvec3 at, const Words& subgroup, const Words& lane,
                   std::uint32_t subgroup_size) {
    const std::uint32_t group = at.x / d.local.x, first = group * d.local.x,
                        end = std::min(first + d.local.x, d.n);
    const auto elements = [](std::uint32_t from, std::uint32_t to) {
        return from < to ? fmt::format("{} to {}", from, to - 1) : "none";
    };
    const auto of_subgroup = [&](std::uint32_t s) {
        std::uint32_t least = end, most = first;
        for (std::uint32_t i = first; i < end; ++i)
            if (subgroup[i] == s) least = std::min(least, i), most = std::max(most, i + 1);
        return elements(least, most);
    };
    const auto of_lane = [&](std::uint32_t l) -> std::string {
        for (std::uint32_t i = first; i < end; ++i)
            if (subgroup[i] == subgroup[at.x] && lane[i] == l) return std::to_string(i);
        return "none";
    };
    return draw(Hierarchy{
        fmt::format("01 workgroup ids, {}: a dispatch and its parts on this device", d.version),
        {{"dispatch", fmt::format("{} elements", d.n),
          "Started by one call. Its workgroups run in any order and wait for each other only at its end.", 1,
          0, 1, [&](auto) { return fmt::format("{} workgroup{}", d.groups.x, d.groups.x == 1 ? "" : "s"); },
          [&](auto) { return elements(0, d.n); }},
         {"workgroup", fmt::format("{} x {} invocations", d.groups.x, d.local.x),
          "Its invocations share fast memory and can wait for each other at a barrier(). The shader sets "
          "their number.",
          d.groups.x, group, 8, [](auto w) { return fmt::format("workgroup {}", w); },
          [&](auto w) { return elements(w * d.local.x, std::min((w + 1) * d.local.x, d.n)); }},
         {"subgroup", fmt::format("{} x {} lanes", ceil_div(d.local.x, subgroup_size), subgroup_size),
          "Its lanes run together and exchange values without memory. The device sets their number.",
          ceil_div(d.local.x, subgroup_size), subgroup[at.x], 8,
          [](auto s) { return fmt::format("subgroup {}", s); }, of_subgroup},
         {"invocation", "its lane, its element",
          "One run of main(), with its own registers. Its ids determine its element.",
          std::min(subgroup_size, d.local.x), lane[at.x], 16, [](auto l) { return std::to_string(l); },
          of_lane}},
        fmt::format("Each level shows one box of the level above, enlarged. Element {} = workgroup {} * {} + "
                    "subgroup {} * {} + lane {}.",
                    at.x, group, d.local.x, subgroup[at.x], subgroup_size, lane[at.x])});
}

}  // namespace

void ids::subgroups(Run& run) {
    auto& program = run.program(size_of(run));
    const auto d = dispatch(run.version(), run.n, program.local_size(), run.gpu.limits());
    const auto at = followed(d, run.options.extra.at("--at"));

    auto subgroup = run.gpu.buffer<std::uint32_t>(d.cells);  // data
    auto lane = run.gpu.buffer<std::uint32_t>(d.cells);
    auto owners = run.gpu.buffer(Words(d.cells, 0));
    auto size = run.gpu.buffer<std::uint32_t>(1);

    program.set("n", d.n);
    run.dispatch(program, d.groups,
                 {out(0, subgroup), out(1, lane), inout(2, owners), out(3, size)});  // one pass: run
    run.outcome(owners, [&] { return Words(d.n, 1); });
    if (!run.checking()) return;

    // Only the device knows its subgroup size and how it assigns lanes: the twin asks only that every pair of
    // subgroup and lane occurs once.
    const auto lanes = std::max(run.gpu.read(size).front(), 1u);
    const auto twin = subgroup_twin(d, lanes);
    run.check("its subgroup", subgroup, twin.subgroup, fence(d));  // check
    run.check("its lane", lane, twin.lane, fence(d));
    run.check("owners", owners, twin.owners);

    const auto place = at.x % d.local.x;
    run.note(
        fmt::format("element = gl_WorkGroupID.x * gl_WorkGroupSize.x + subgroup * subgroup size + lane: {} = "
                    "{} * {} + {} * {} + {}; this device has {} lanes per subgroup",  // draw
                    at.x, at.x / d.local.x, d.local.x, place / lanes, lanes, place % lanes, lanes));
    if (!run.drawing()) return;
    const auto subgroup_of = run.gpu.read(subgroup), lane_of = run.gpu.read(lane);
    run.picture("", draw_subgroups(d, at, subgroup_of, lane_of, lanes));
    run.picture("levels", draw_levels(d, at, subgroup_of, lane_of, lanes));
}
