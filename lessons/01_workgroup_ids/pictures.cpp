// SPDX-License-Identifier: MIT
#include "lessons/01_workgroup_ids/pictures.hpp"

using namespace pbp::picture;

namespace {

using ids::Dispatch, ids::uvec3, ids::Excerpt, ids::Words;

/// One slice of invocations, one colour per workgroup; `text` gives the text of a cell.
template <typename Text>
Panel slice(const std::string& title, const Dispatch& d, uvec3 at, const Words& workgroup, Text text) {
    const Excerpt columns(d.invocations().x, 32, at.x, d.local.x),
        rows(d.invocations().y, 16, at.y, d.local.y);
    Panel panel = ids::part_of(title, columns, rows, d.local);
    ids::for_each({columns.count, rows.count, 1}, [&](uvec3 offset) {
        const uvec3 id = offset + uvec3(columns.first, rows.first, 0);
        const bool owns = ids::owns(d, id);
        panel.cells.push_back({owns ? static_cast<double>(workgroup[ids::flat(id, d.size)]) : 0,
                               fmt::format("{}", text(id, owns)), !owns, id == at});
    });
    return panel;
}

Canvas draw_line(const Dispatch& d, uvec3 at, const Words& workgroup, const Words& local_index) {
    Grid grid{ids::title(d) + ids::of_groups(d), "", "workgroup", true, {}};
    grid.column_name = "x";
    grid.panels.push_back(
        slice("its workgroup: gl_WorkGroupID.x", d, at, workgroup,
              [&](uvec3 id, bool owns) { return owns ? workgroup[id.x] : id.x / d.local.x; }));
    grid.panels.push_back(
        slice("its local index: gl_LocalInvocationID.x", d, at, workgroup,
              [&](uvec3 id, bool owns) { return owns ? local_index[id.x] : id.x % d.local.x; }));
    grid.panels.push_back(slice(fmt::format("its element: workgroup * {} + local index", d.local.x), d, at,
                                workgroup, [](uvec3 id, bool) { return id.x; }));
    grid.how_to_read = fmt::format(
        "Each column is an invocation, each colour a workgroup. Empty outlines are invocations without an "
        "element: they return at the bounds check. Ringed: {} = {} * {} + {}.",
        at.x, at.x / d.local.x, d.local.x, at.x % d.local.x);
    grid.how_to_read += ids::unless_all(grid.panels.front().cells.size(), d.invocations().x);
    return draw(grid);
}

Canvas draw_grid(const Dispatch& d, uvec3 at, const Words& workgroup, const Words& local_index) {
    Grid grid{ids::title(d) + ids::of_groups(d), "", "workgroup", true, {}};
    grid.column_name = "x", grid.row_name = "y";
    grid.panels.push_back(slice(
        "its index in the workgroup: gl_LocalInvocationIndex", d, at, workgroup, [&](uvec3 id, bool owns) {
            return owns ? local_index[ids::flat(id, d.size)] : ids::flat(id % d.local, d.local);
        }));
    grid.panels.push_back(
        slice(fmt::format("its element: y * {} + x", d.size.x), d, at, workgroup,
              [&](uvec3 id, bool owns) { return owns ? std::to_string(ids::flat(id, d.size)) : ""; }));
    grid.how_to_read = fmt::format(
        "Each cell is an invocation, with x along the top and y down the side; each colour is a workgroup. "
        "Empty outlines are invocations without an element. Ringed: (x, y) = ({}, {}) has local index {} and "
        "owns element {}.",
        at.x, at.y, ids::flat(at % d.local, d.local), ids::flat_sum(d, at));
    grid.how_to_read += ids::unless_all(grid.panels.front().cells.size(),
                                        std::uint64_t{d.invocations().x} * d.invocations().y);
    return draw(grid);
}

Canvas draw_volume(const Dispatch& d, uvec3 at, const Words& workgroup, const Words& local_index) {
    const uvec3 group = at / d.local;
    Dispatch inner = d;
    inner.size = d.local;
    Grid grid{ids::title(d) + ids::box(d.size, 3), "", "flat workgroup number", false, {}};
    const Excerpt columns(d.groups.x, 16, group.x), rows(d.groups.y, 8, group.y),
        slices(d.groups.z, 4, group.z);
    for (std::uint32_t z = slices.first; z < slices.first + slices.count; ++z) {
        Panel panel = ids::part_of(fmt::format("workgroups at z = {}", z), columns, rows);
        if (z == slices.first)
            panel.heading = ids::of_groups(d) + ": gl_WorkGroupID on the rulers, in each its flat number";
        ids::for_each({columns.count, rows.count, 1}, [&](uvec3 offset) {
            const uvec3 here = offset + uvec3(columns.first, rows.first, z);
            const auto first = ids::global_id(here, d.local, uvec3(0));
            const auto number = ids::owns(d, first) ? workgroup[ids::flat(first, d.size)] : 0;
            panel.cells.push_back({static_cast<double>(number),
                                   ids::owns(d, first) ? std::to_string(number) : "", !ids::owns(d, first),
                                   here == group});
        });
        grid.panels.push_back(panel);
    }
    auto heading = fmt::format(
        "Inside the ringed workgroup, {}: its invocations, with gl_GlobalInvocationID on the rulers",
        ids::tuple(group));
    const auto inside = [&](const std::string& what, auto text) {
        for (std::uint32_t z = 0; z < std::min(d.local.z, 4u); ++z) {
            Panel panel = ids::part_of(fmt::format("{}, z = {}", what, group.z * d.local.z + z),
                                       Excerpt(d.local.x, 16, 0), Excerpt(d.local.y, 16, 0));
            if (z == 0) panel.heading = std::exchange(heading, "");
            panel.first_column = group.x * d.local.x;
            panel.first_row = group.y * d.local.y;
            ids::for_each({panel.columns, panel.rows, 1}, [&](uvec3 offset) {
                const auto id = ids::global_id(group, d.local, offset + uvec3(0, 0, z));
                const bool owns = ids::owns(d, id);
                panel.cells.push_back({static_cast<double>(owns ? workgroup[ids::flat(id, d.size)] : 0),
                                       owns ? std::to_string(text(ids::flat(id, d.size))) : "", !owns,
                                       id == at});
            });
            grid.panels.push_back(panel);
        }
    };
    inside("local index", [&](std::uint32_t i) { return local_index[i]; });
    inside("element", [](std::uint32_t i) { return i; });
    grid.how_to_read = fmt::format(
        "x runs to the right, y down, and each panel is a slice of one z. Ringed below: the invocation {} = "
        "{} * {} + {}. Its local index is {}. Its element is (z * {} + y) * {} + x = {}.",
        ids::tuple(at), ids::tuple(group), ids::tuple(d.local), ids::tuple(at % d.local),
        ids::flat_sum(inner, at % d.local), d.size.y, d.size.x, ids::flat_sum(d, at));
    grid.how_to_read += ids::unless_all(std::uint64_t{columns.count} * rows.count * slices.count,
                                        std::uint64_t{d.groups.x} * d.groups.y * d.groups.z);
    grid.across = 2;
    grid.column_name = "x", grid.row_name = "y";
    return draw(grid);
}

}  // namespace

Canvas ids::draw(const Dispatch& d, uvec3 at, const Words& workgroup, const Words& local_index) {
    if (d.dimensions() == 1) return draw_line(d, at, workgroup, local_index);
    if (d.dimensions() == 2) return draw_grid(d, at, workgroup, local_index);
    return draw_volume(d, at, workgroup, local_index);
}
