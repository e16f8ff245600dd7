// SPDX-License-Identifier: MIT
#include "lessons/07_stream_compaction/pictures.hpp"
#include "lessons/07_stream_compaction/stories.hpp"

using namespace pbp;

void compaction::scan_then_scatter(Run& run) {
    const auto cells = densities(run);  // data
    const auto keep = active(cells, threshold_of(run));
    const auto density = run.gpu.buffer(cells);
    auto slots = run.gpu.buffer<std::uint32_t>(run.n), kept = run.gpu.buffer<std::uint32_t>(run.n);
    auto count = run.gpu.buffer<std::uint32_t>(1);
    run.initial("density", cells);

    const auto ask = one_each(run, "parts/v2_previous.comp");  // passes
    const auto most = scan::most_for(run.gpu.info(), scan::probed(run).subgroup_size);
    const auto block = run.local_size(scan::part_for(run.n, 4, most));
    const auto sums = scans(run.n, block, run.gpu.limits());
    const auto scatter = one_each(run, "v2_scan_scatter.comp");
    run.plan(1 + passes_in(sums) + 1, run.n);
    CellStrip strip(run, keep, block);

    run.dispatch(ready(run, ask), ask.groups, {in(0, density), out(1, slots)});  // run
    scan::Twin twin(previous(keep));                                   // the CPU twin of the same pass
    run.check("is the previous one active?", slots, twin.elements());  // check
    strip.previous(slots);
    scan::scan_levels(run, sums, slots, twin, [&](const scan::Pass& pass, const auto& values) {
        strip.scanned(pass, values, block);
    });
    run.dispatch(ready(run, scatter), scatter.groups,
                 {in(0, density), in(1, slots), out(2, kept), out(3, count)});
    run.outcome(kept, [&] { return numbers(keep); });
    if (!run.checking()) return;
    run.check("scatter", kept, scattered(keep, twin.elements()));
    run.result("the count", count, Words{count_of(keep)});

    run.note(kept_in_order(keep));
    strip.save(run.gpu.read(kept), how_to_read("v2"));  // draw
    draw_outcome(run, keep, run.gpu.read(kept));
}
