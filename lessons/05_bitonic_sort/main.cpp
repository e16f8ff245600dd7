// Sort keys with a network of compare-exchange passes that never looks at the data to decide what comes next.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/05_bitonic_sort/bitonic.hpp"

using namespace pbp;

static void sort(Run& run) {
    const auto order = order_of(run.options);
    auto keys = bitonic::padded(run.keys(), order);  // data
    run.initial("input", keys, bitonic::padding(keys, run.n, order));

    const auto n = static_cast<std::uint32_t>(keys.size());  // passes
    const auto launches = bitonic::plan(run, n);
    auto data = run.gpu.buffer(keys), spare = run.gpu.buffer<std::uint32_t>(bitonic::moves(launches) ? n : 1);
    for (const auto& launch : launches) {
        auto& program = ready(run, launch);  // run
        const auto traced = passes_over(launch.passes.size(), data);
        if (launch.reads_from)
            run.dispatch(program, launch.groups, {in(0, data), out(1, launch.moves ? spare : data)}, traced);
        else
            run.dispatch(program, launch.groups, {inout(0, data)}, traced);
        if (launch.moves) std::swap(data, spare);
        if (!run.checking()) continue;
        for (const auto& pass : launch.passes) {
            bitonic::step(keys, pass, run);  // the CPU twin of the same pass
            run.check(pass.name(), data, keys, bitonic::padding(keys, run.n, order));  // check
        }
    }
    sorted_outcome(run, data);
    run.result("the last pass", data, keys);
    run.draw(bitonic::how_to_read(run.version(), n));
    bitonic::more_pictures(run, n);  // draw
}
extern const Lesson lesson_05;
const Lesson lesson_05{
    .id = "05_bitonic_sort",
    .title = "bitonic sort",
    .about =
        "Compares keys in an order that is fixed before the first key is seen, so that no invocation "
        "waits\nfor another's result. Batcher's network, from one workgroup to millions of keys.",
    .n = 32,
    .data = InputKind::shuffled,
    .types = {ValueType::uint32, ValueType::int32, ValueType::float32},
    .largest = bitonic::one_buffer,
    .versions =
        {{.name = "v1_shared", .idea = "one workgroup, in shared memory", .largest = bitonic::shared_pairs},
         {.name = "v2_pick", .idea = "each invocation fills one slot", .largest = bitonic::shared_slots},
         {.name = "v3_global", .idea = "any n: one dispatch per pass"},
         {.name = "v4_transpose", .idea = "sort columns as rows", .largest = bitonic::rows_in_workgroups},
         {.name = "v5_shared_tail", .idea = "long strides in memory, then tiles", .also = bitonic::v3},
         {.name = "v6_registers", .idea = "up to four long strides per dispatch", .also = bitonic::v5},
         {.name = "v7_register_tile", .idea = "tiles in registers", .n = 256, .also = bitonic::beside_v7},
         {.name = "v8_far_tile", .idea = "long strides in registers", .n = 256, .also = bitonic::beside_v8}},
    .options = {order_option},
    .knobs = bitonic::knobs,
    .work = bitonic::work,
    .peers = {"sort", "radix_sort", "merge_sort"},
    .story = sort,
};
