// Keep the active voxels of a grid, without gaps: each must know its slot before it writes.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/07_stream_compaction/pictures.hpp"
#include "lessons/07_stream_compaction/stories.hpp"

using namespace pbp;

static void compact(Run& run) {
    const auto cells = compaction::densities(run);  // data
    const auto keep = compaction::active(cells, compaction::threshold_of(run));
    auto density = run.gpu.buffer(cells), kept = run.gpu.buffer<std::uint32_t>(run.n),
         count = run.gpu.buffer({0u});
    run.initial("density", cells);
    const auto launch = compaction::one_each(run, "v1_atomic_append.comp");  // passes
    run.plan(3, run.n);
    const auto append = [&](Traced how) {  // run
        run.gpu.fill(count, 0);
        run.dispatch(ready(run, launch), launch.groups, {in(0, density), out(1, kept), inout(2, count)}, how);
    };
    append(passes_in_shared(3, run.n));
    run.outcome(kept, [&] { return compaction::numbers(keep); }, {.any_order = true});
    if (!run.checking()) return;
    run.check_shared("active?", keep);  // check: the CPU twin of the same pass, which knows no order
    run.check_shared("slots", compaction::any_slots(run.traced_row(1), keep), compaction::only(keep));
    run.check("append", kept, compaction::any_order(run.gpu.read(kept), keep));
    run.result("the count", count, compaction::Words{compaction::count_of(keep)});
    compaction::draw_appended(run, keep, compaction::most_disordered(run, keep, kept, [&] { append({}); }));
}
extern const Lesson lesson_07;
const Lesson lesson_07{
    .id = "07_stream_compaction",
    .title = "stream compaction",
    .about =
        "Packs the active cells of a voxel grid without gaps, and counts them. A kept cell's slot is the\n"
        "number of kept cells before it: a scan. --data or --input replace the shape's densities.",
    .n = 512,
    .data = InputKind::random,
    .types = {ValueType::uint32},
    .versions = {{.name = "v1_atomic_append", .idea = "a counter gives the slots: right set, order lost"},
                 {.name = "v2_scan_scatter",
                  .idea = "a scan gives the slots: order kept",
                  .story = compaction::scan_then_scatter,
                  .also = compaction::its_scan},
                 {.name = "v3_one_pass",
                  .idea = "flags, scan and scatter in one dispatch",
                  .story = compaction::one_pass},
                 {.name = "v4_wide_one_pass",
                  .idea = "large tiles, kept cells written in one piece",
                  .story = compaction::wide_one_pass},
                 {.name = "v5_ballots",
                  .idea = "a vote per load, instead of a scan and an exchange",
                  .story = compaction::wide_one_pass}},
    .options = compaction::options(),
    .complete = compaction::complete,
    .knobs = compaction::knobs,
    .work = compaction::work,
    .peers = {"select_index=2147483647", "select_if=2147483647"},
    .story = compact,
};
