// Replace each element by the sum of all up to it, in log2(n) passes instead of n - 1 additions in a row.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/06_subgroup_scan/stories.hpp"

using namespace pbp;

static void sum(Run& run) {
    scan::Twin twin(run.input<std::uint32_t>(), scan::padded(run.version(), run.n), operator_of(run.options));
    auto data = run.gpu.buffer(twin.elements());  // data
    run.initial("input", twin.elements());
    const auto lanes = run.is("v3") ? scan::probed(run).subgroup_size : 0;  // passes
    const auto launch = scan::one_workgroup(run, lanes);
    run.plan(launch.passes.size(), twin.elements().size());
    auto& program = ready(run, launch);  // run
    run.dispatch(program, launch.groups, {inout(0, data)}, scan::traced(launch, data));
    for (const auto& pass : launch.passes) {
        if (!run.checking()) break;
        twin.step(pass, run);                                          // the CPU twin of the same pass
        run.check(pass.name, data, twin.row(pass), twin.marks(pass));  // check
    }
    scan::outcome(run, data);
    run.result("the last pass", data, twin.elements());
    scan::draw(run, program.local_size().x, lanes);  // draw
}

extern const Lesson lesson_06;
const Lesson lesson_06{
    .id = "06_subgroup_scan",
    .title = "subgroup scan",
    .about =
        "Replaces each element with the sum of all up to it, or before it (--kind exclusive). An element\n"
        "that knows how many come before it knows where to go: compaction, sorting, allocation.",
    .n = 32,
    .data = InputKind::small,
    .types = {ValueType::uint32},
    .versions = {{.name = "v1_hillis_steele",
                  .idea = "each adds the element one stride to its left",
                  .largest = scan::one_each},
                 {.name = "v2_blelloch", .idea = "sums up a tree, and down again", .largest = scan::two_each},
                 {.name = "v3_subgroup",
                  .idea = "scans subgroups, then their totals",
                  .largest = scan::power_of_two},
                 {.name = "v4_three_passes",
                  .idea = "any n: scan blocks, scan their totals, add",
                  .story = scan::three_passes},
                 {.name = "v5_look_back",
                  .idea = "one pass: each tile adds what earlier tiles published",
                  .story = scan::look_back},
                 {.name = "v6_wide_look_back",
                  .idea = "large tiles, and a subgroup that looks back",
                  .n = 512,
                  .story = scan::wide_look_back}},
    .options = {scan::kind_option, operator_option, sums_option},
    .knobs = scan::knobs,
    .work = scan::work,
    .peers = {"inclusive_scan"},
    .story = sum,
};
