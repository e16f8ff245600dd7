// Sort keys with a network of compare-exchange passes that never looks at the data to decide what comes next.
// SPDX-License-Identifier: MIT
#include "common/program/run_lesson.hpp"
#include "lessons/05_bitonic_sort/bitonic.hpp"

using namespace pbp;

static void sort(Run& run) {
    auto keys = bitonic::padded(run.keys());  // data
    run.initial("input", keys, bitonic::padding(keys, run.n));

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
            bitonic::step(keys, pass, run.links());  // the CPU twin of the same pass
            run.check(pass.name(), data, keys, bitonic::padding(keys, run.n));  // check
        }
    }
    run.outcome(data, [&] { return sorted(run.keys()); });
    run.result("the last pass", data, keys);
    run.draw("Each row is the array after one pass; a bracket joins two keys that were compared.");  // draw
    bitonic::more_pictures(run, n);
}

static const Lesson lesson{
    .id = "05_bitonic_sort",
    .title = "bitonic sort",
    .about =
        "Compares keys in an order that is known before the first key is seen, so that no invocation waits\n"
        "for another's answer. Batcher's network, from one workgroup to millions of keys.",
    .n = 32,
    .data = InputKind::shuffled,
    .types = {ValueType::uint32, ValueType::int32, ValueType::float32},
    .versions = {{"v1_shared", "one workgroup, in shared memory", bitonic::pairs, bitonic::one_workgroup},
                 {"v2_pick", "each invocation fills one slot", bitonic::slots, bitonic::one_workgroup},
                 {"v3_global", "any n: one dispatch a pass", bitonic::any, ""},
                 {"v4_transpose", "sort columns as rows", bitonic::square, bitonic::rows_fit},
                 {"v5_shared_tail", "long strides in memory, then tiles", bitonic::any, "", 0, bitonic::v3},
                 {"v6_registers", "up to four long strides a dispatch", bitonic::any, "", 0, bitonic::v5},
                 {"v7_register_tile", "tiles that stay in registers", bitonic::any, "", 256,
                  bitonic::beside_v7},
                 {"v8_far_tile", "long strides in such tiles, too", bitonic::any, "", 256,
                  bitonic::beside_v8}},
    .knobs = bitonic::knobs,
    .work = bitonic::work,
    .peers = {"sort", "radix_sort", "merge_sort"},
    .run = sort,
};

int main(int argc, char** argv) {
    return run_lesson(argc, argv, lesson);
}
