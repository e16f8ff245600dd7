// Sort keys digit by digit: a key's place follows from counts, and no two keys are ever compared.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/09_radix_sort/stories.hpp"

using namespace pbp;

static void sort(Run& run) {
    auto keys = run.keys();  // data
    const auto expected = radix::expectation(run, keys);
    run.initial("input", keys);

    const auto shape = radix::shape_of(run);  // passes
    const auto rounds =
        radix::rounds(run.version(), shape, run.n, radix::bits_of(run, keys), run.gpu.limits());
    run.plan(radix::passes_in(rounds), run.n);
    const auto input = run.gpu.buffer(keys);
    auto from = run.gpu.buffer<std::uint32_t>(run.n), to = run.gpu.buffer<std::uint32_t>(run.n);
    auto table = run.gpu.buffer<std::uint32_t>(radix::table_size(run.version(), shape, run.n));
    radix::Trail trail(run);
    for (const auto& [digit, count, sums, scatter] : rounds) {
        const auto& now = digit.number == 0 ? input : from;
        run.dispatch(ready(run, count), count.groups, {in(0, now), out(1, table)});  // run
        scan::Twin twin(radix::counted(run, keys, digit, shape));  // the CPU twin of the same pass
        run.check(count.passes.front(), table, twin.elements());   // check
        scan::scan_levels(run, sums, table, twin);
        run.dispatch(ready(run, scatter), scatter.groups, {in(0, now), in(1, table), out(2, to)},
                     passes_in_shared(scatter.passes.size(), run.n));
        std::swap(from, to);
        radix::check_sorted(run, scatter.passes, keys, digit, shape, from, trail);
    }
    run.outcome(from, expected);
    run.result("the last pass", from, keys);
    trail.draw();  // draw
}

extern const Lesson lesson_09;
const Lesson lesson_09{
    .id = "09_radix_sort",
    .title = "radix sort",
    .about =
        "Sorts keys by one digit after the other, from the lowest. A round counts how many keys precede "
        "each,\nand moves it there; equal digits keep their order. --bits sorts by the lowest bits alone.",
    .n = 32,
    .data = InputKind::shuffled,
    .types = {ValueType::uint32, ValueType::int32, ValueType::float32},
    .versions =
        {{.name = "v1_split", .idea = "one bit per round, split by a scan", .also = radix::its_scan},
         {.name = "v2_four_bits", .idea = "count, scan, scatter", .also = radix::its_scan},
         {.name = "v3_histogram", .idea = "eight bits, counted in shared memory", .also = radix::its_scan},
         {.name = "v4_ballots", .idea = "ranks by a ballot per bit", .also = radix::counts_of_v3},
         {.name = "v5_runs", .idea = "tiles sorted first, written in runs", .also = radix::counts_of_v3},
         {.name = "v6_one_sweep",
          .idea = "one read for all counts, then look-back",
          .story = radix::one_sweep},
         {.name = "v7_large_tile",
          .idea = "more keys per tile, a small exchange",
          .story = radix::one_sweep,
          .also = radix::counts_of_v6},
         {.name = "v8_pairs",
          .idea = "a value travels with each key",
          .story = radix::one_sweep,
          .also = radix::counts_of_v6,
          .peers = {"sort_pairs", "radix_sort_pairs"}}},
    .options = {{"--bits", "B", "sort by the lowest B bits; all: as many as the largest key needs", "all",
                 radix::check_bits}},
    .knobs = radix::knobs,
    .work = radix::work,
    .peers = {"sort", "radix_sort"},
    .story = sort,
};
