// SPDX-License-Identifier: MIT
#include "lessons/07_stream_compaction/pictures.hpp"
#include "lessons/07_stream_compaction/stories.hpp"

using namespace pbp;

void compaction::one_pass(Run& run) {
    const auto served_by_v2 = [&run](const char* why) {
        run.gave_up(fmt::format("{}: v2 serves in the place of v3", why));
        scan_then_scatter(run);
    };
    const auto driver = scan::probed(run);
    if (!driver.waiting_workgroups_progress)
        return served_by_v2("on this driver a waiting workgroup does not let the others run");

    const auto cells = densities(run);  // data
    const auto keep = active(cells, threshold_of(run));
    const auto most = scan::most_for(run.gpu.info(), driver.subgroup_size);
    const auto tile = run.local_size(scan::part_for(run.n, 8, most)), tiles = scan::parts_of(run.n, tile);
    const auto launch = one_dispatch(voxels_of(run.options), threshold_of(run), tile, run.gpu.limits());
    const auto density = run.gpu.buffer(cells), kept = run.gpu.buffer<std::uint32_t>(run.n);
    const auto count = run.gpu.buffer<std::uint32_t>(1);
    const scan::Tiles looking(run.gpu, tiles);

    const auto passes = 1 + launch.passes.size() + 1;  // passes: flags, the scan's, scatter
    run.plan(passes, run.n);
    auto& program = ready(run, launch);
    const auto compacts_in = [&](const scan::Weather& weather, Traced traced) {  // run
        run.gpu.fill(kept, untouched);
        run.gpu.fill(count, untouched);
        looking.begin(run, program, weather);
        run.dispatch(program, launch.groups,
                     {in(density), out(kept), out(count), inout(looking.state), out(looking.record)}, traced);
        return looking.finished(run);
    };
    if (!run.checking()) {
        compacts_in({"calm"}, {});
        return run.outcome(kept, [&] { return numbers(keep); });
    }
    const scan::Weather rare{"few prefixes published", 0, 4};
    if (!compacts_in(rare, passes_in_shared(passes, run.n)))
        return served_by_v2("a waiting workgroup gave up");

    scan::Twin twin(keep);
    std::size_t done = 0;
    CellStrip strip(run, keep, tile);
    run.initial("density", cells);
    run.check_shared("active?", keep);
    for (const auto& pass : launch.passes) {
        twin.step(pass, run.links());                                   // the CPU twin of the same pass
        run.check_shared(pass.name, twin.row(pass), twin.marks(pass));  // check
        strip.traced(pass, 1 + done++, tile);
    }
    const auto expected = scattered(keep, twin.elements());
    run.check("scatter", kept, expected);
    const auto check_all = [&](const scan::Weather& weather) {
        run.result(weather.name, kept, expected);
        run.result("the count, " + weather.name, count, Words{count_of(keep)});
        looking.check(run, weather, twin.level(1));
    };
    check_all(rare);
    run.note(kept_in_order(keep));
    strip.save(run.gpu.read(kept), how_to_read("v3"));  // draw
    draw_outcome(run, keep, run.gpu.read(kept));

    for (const auto& weather : scan::weathers(tiles)) {  // the same again, when tiles behave otherwise
        if (compacts_in(weather, {}))
            check_all(weather);
        else
            run.gave_up(
                fmt::format("{}: a waiting workgroup gave up, so this run was not checked", weather.name));
    }
}
