// Ask every invocation of a dispatch who it is, and see which workgroup owns which element.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/01_workgroup_ids/pictures.hpp"
#include "lessons/01_workgroup_ids/stories.hpp"

using namespace pbp;

static void line_grid_volume(Run& run) {
    auto& program = run.program(ids::size_of(run));
    const auto d = ids::dispatch(run.version(), run.n, program.local_size(), run.gpu.limits());
    const auto at = ids::followed(d, run.options.extra.at("--at"));
    auto workgroup = run.gpu.buffer<std::uint32_t>(d.cells);  // data
    auto local_index = run.gpu.buffer<std::uint32_t>(d.cells);
    auto owners = run.gpu.buffer(ids::Words(d.cells, 0));

    for (const auto& [name, value] : ids::uniforms(d)) program.set(name, value);
    run.dispatch(program, d.groups, {out(0, workgroup), out(1, local_index), inout(2, owners)});  // run
    run.outcome(workgroup, [&] { return ids::workgroups(d); });
    if (!run.checking()) return;
    run.shape(d.size);  // for the page of the run

    const auto twin = ids::twin(d);                                        // the CPU twin of the same pass
    run.check("its workgroup", workgroup, twin.workgroup, ids::fence(d));  // check
    run.check("its local index", local_index, twin.local_index, ids::fence(d));
    run.check("owners", owners, twin.owners);

    ids::draw(run, d, at, workgroup, local_index);  // draw
}
extern const Lesson lesson_01;
const Lesson lesson_01{
    .id = "01_workgroup_ids",
    .title = "workgroup ids",
    .about = "Every invocation finds out who it is, and from that, which element it owns.",
    .n = 22,
    .data = InputKind::sorted,
    .versions = {{.name = "v1_linear",
                  .idea = "one dimension: workgroup, local index",
                  .largest = ids::row_of_8},
                 {.name = "v2_grid", .idea = "two dimensions, and the flat index of (x, y)", .n = 126},
                 {.name = "v3_volume", .idea = "three dimensions: 16 x 8 x 4 workgroups", .n = 16384},
                 {.name = "v4_subgroups",
                  .idea = "subgroups and lanes",
                  .largest = ids::row_of_44,
                  .n = 100,
                  .story = ids::subgroups},
                 {.name = "v5_unguarded",
                  .idea = "v1 without a check",
                  .largest = ids::fenced_row,
                  .story = ids::ragged_edge,
                  .also = ids::v1},
                 {.name = "v6_barriers",
                  .idea = "who waits for whom",
                  .largest = ids::one_clock,
                  .n = 32,
                  .story = ids::barriers}},
    .options = {{"--at", "X,Y,Z", "Invocation to follow; v1, v4, v5: X, v2: X and Y", "auto", ids::check_at}},
    .knobs = ids::knobs,
    .story = line_grid_volume,
};
