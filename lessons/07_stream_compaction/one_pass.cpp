// SPDX-License-Identifier: MIT
#include "common/lesson/version_names.hpp"
#include "lessons/07_stream_compaction/pictures.hpp"
#include "lessons/07_stream_compaction/stories.hpp"

using namespace pbp;

namespace compaction {

namespace {

/// A version that compacts in one dispatch: the elements per tile, and whether a dispatch clears their state.
struct InTiles {
    scan::Launch launch;
    std::uint32_t cells;
    scan::Tiles::State state;
};

/// Runs v2's story instead of the version's own, and reports why.
void served_by_v2(Run& run, const char* why) {
    run.gave_up(fmt::format("{}: v2 runs instead of v{}", why, version_number(run.version())));
    scan_then_scatter(run);
}

/// The story of such a version.
void compact_in_tiles(Run& run, const InTiles& tile) {
    const auto cells = densities(run);  // data
    const auto keep = active(cells, threshold_of(run));
    const auto& launch = tile.launch;
    auto filled = cells;  // v4 reads whole vectors, padded with zeros
    filled.resize(scan::whole_vectors(run.n), 0);
    const auto density = run.gpu.buffer(filled);
    auto kept = run.gpu.buffer<std::uint32_t>(run.n);
    auto count = run.gpu.buffer<std::uint32_t>(1);
    const auto tiles = scan::parts_of(run.n, tile.cells);
    scan::Tiles looking(run, tiles, tile.state);

    const auto passes = 1 + launch.passes.size() + 1;  // passes: flags, the scan's, scatter
    run.plan(passes, run.n);
    auto& program = ready(run, launch);
    const auto compacts_in = [&](const scan::Weather& weather, Traced traced) {  // run
        if (run.checking()) run.gpu.fill(kept, untouched);
        if (run.checking()) run.gpu.fill(count, untouched);
        looking.begin(run, program, weather);
        run.dispatch(
            program, launch.groups,
            {in(0, density), out(1, kept), out(2, count), inout(3, looking.state), out(4, looking.record)},
            traced);
        return looking.finished(run);
    };
    if (!run.checking()) {
        compacts_in({"calm"}, {});
        return run.outcome(kept, [&] { return numbers(keep); });
    }
    const auto rare = scan::few_prefixes();
    if (!compacts_in(rare, passes_in_shared(passes, run.n)))
        return served_by_v2(run, "a waiting workgroup gave up");

    scan::Twin twin(keep);
    std::size_t done = 0;
    CellStrip strip(run, keep, tile.cells);
    run.initial("density", cells);
    run.check_shared("active?", keep);
    for (const auto& pass : launch.passes) {
        twin.step(pass, run.row());                                     // the CPU twin of the same pass
        run.check_shared(pass.name, twin.row(pass), twin.marks(pass));  // check
        strip.traced(pass, 1 + done++, tile.cells);
    }
    const auto expected = scattered(keep, twin.elements());
    run.check("scatter", kept, expected);
    const auto check_all = [&](const scan::Weather& weather) {
        run.result(in_words(weather), kept, expected);
        run.result("the count, " + in_words(weather), count, Words{count_of(keep)});
        looking.check(run, weather, twin.level(1));
    };
    check_all(rare);
    run.note(kept_in_order(keep));
    strip.save(run.gpu.read(kept), how_to_read("v3"));  // draw
    draw_outcome(run, keep, run.gpu.read(kept));

    for (const auto& weather : scan::weathers(tiles)) {  // the same again, with tiles that behave differently
        if (compacts_in(weather, {}))
            check_all(weather);
        else
            run.gave_up(
                fmt::format("{}: a waiting workgroup gave up, so this run was not checked", weather.name));
    }
}

}  // namespace

void one_pass(Run& run) {
    const auto driver = scan::probed(run);
    if (!driver.waiting_workgroups_progress) return served_by_v2(run, scan::starved);
    const auto most = scan::most_for(run.gpu.info(), driver.subgroup_size);
    const auto tile = run.local_size(scan::part_for(run.n, 8, most));
    compact_in_tiles(run, {one_dispatch(voxels_of(run.options), threshold_of(run), tile, run.gpu.limits()),
                           tile, scan::Tiles::State::cleared});
}

void wide_one_pass(Run& run) {
    const auto driver = scan::probed(run);
    if (!driver.waiting_workgroups_progress) return served_by_v2(run, scan::starved);
    const auto lanes = driver.subgroup_size;
    const auto each = run.per_invocation(wide_each(run.version(), run.n, lanes, run.gpu.info()));
    const auto local = wide_local_size(run.version(), run.n, each, lanes, run.gpu.info());
    const scan::WideTile tile{run.local_size(local), each, lanes};
    auto launch =
        wide_one_pass(run.version(), voxels_of(run.options), threshold_of(run), tile, run.gpu.limits());
    compact_in_tiles(
        run, {scan::in_weather(run, std::move(launch)), tile.elements(), scan::Tiles::State::lasting});
}

}  // namespace compaction
