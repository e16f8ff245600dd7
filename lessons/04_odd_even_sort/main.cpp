// Sort by comparing neighbours only: even passes take the pairs (0, 1), (2, 3), odd ones (1, 2), (3, 4).
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/04_odd_even_sort/faults.hpp"
#include "lessons/04_odd_even_sort/odd_even.hpp"

using namespace pbp;

static void sort(Run& run) {
    auto data = run.gpu.buffer(run.keys());                       // data
    auto told = run.gpu.buffer(std::vector<std::int32_t>{0, 0});  // passes made, pairs swapped
    run.initial("input", run.keys());
    const auto launches = odd_even::plan(run);  // passes
    odd_even::Twin twin(run.keys(), launches);
    odd_even::Quiet quiet;
    for (const auto& launch : launches) {
        auto& program = ready(run, launch);  // run
        const auto traced = passes_over(launch.passes.size(), data);
        if (launch.tells) run.dispatch(program, launch.groups, {inout(0, data), inout(1, told)}, traced);
        if (!launch.tells) run.dispatch(program, launch.groups, {inout(0, data)}, traced);
        for (std::size_t i = 0; i < launch.passes.size() && run.checking() && !twin.stopped(); ++i) {
            const auto& pass = twin.step(run);          // the CPU twin of the same pass
            run.check(pass.name(), data, twin.keys());  // check
        }
        if (launch.ends_round && quiet.since(run.gpu.read(told)[1])) break;
    }
    sorted_outcome(run, data);
    if (!run.checking()) return;
    twin.finish(run, data, told);
    odd_even::draw(run, twin, launches);  // draw
}
extern const Lesson lesson_04;
const Lesson lesson_04{
    .id = "04_odd_even_sort",
    .title = "odd-even sort",
    .about =
        "Bubble sort for many hands: all pairs of neighbours are compared at once, even and odd in turn.\n"
        "First so that it fails in four ways, then right: in one workgroup, in many, in blocks.",
    .n = 24,
    .data = InputKind::shuffled,
    .types = {ValueType::uint32, ValueType::int32, ValueType::float32},
    .largest = odd_even::shared_pairs,
    .versions = {{.name = "v1_early_exit_wrong",
                  .idea = "stops too early: four faults",
                  .story = odd_even::show_faults,
                  .benched = false},
                 {.name = "v2_fixed", .idea = "n passes are always enough: nobody asks"},
                 {.name = "v3_paired", .idea = "rounds of an even and an odd pass, no branch"},
                 {.name = "v4_early_exit", .idea = "stops after a round without a swap"},
                 {.name = "v5_dispatches",
                  .idea = "many workgroups: one dispatch per pass",
                  .largest = odd_even::few_passes},
                 {.name = "v6_blocks",
                  .idea = "blocks of sorted keys instead of keys",
                  .largest = odd_even::few_rounds}},
    .options = {order_option},
    .knobs = odd_even::knobs,
    .work = odd_even::work,
    .story = sort,
};
