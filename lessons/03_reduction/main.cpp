// Add up n values: a tree of additions in each workgroup, ten times, each time with less waste.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/03_reduction/tail.hpp"
#include "lessons/03_reduction/twin.hpp"

using namespace pbp;

static void reduce(Run& run, auto zero) {
    using T = decltype(zero);
    auto data = run.gpu.buffer(reduction::padded(run.input<T>(), operator_of(run.options)));  // data
    reduction::Twin<T> twin(run);

    const auto launches = reduction::plan(run);  // passes
    reduction::Tail<T> end(run.gpu, launches.front());
    for (const auto& launch : launches) {
        auto sums = run.gpu.buffer(reduction::empty<T>(launch));
        auto& add = reduction::ready(run, launch);
        const auto trace = passes_in_shared(launch.passes.size(), launch.cells());
        const std::array all{in(0, data), out(1, sums), inout(2, end.sums), inout(3, end.count)};
        const auto needed = std::span(all).first(launch.ends_itself() ? 4 : 2);
        run.dispatch(add, launch.grid, needed, trace);  // run
        std::swap(data, sums);
        if (!run.checking()) continue;
        for (const auto& pass : launch.passes) {
            twin.step(launch, pass, run);   // the CPU twin of the same pass
            twin.compare(pass, data, run);  // check
        }
    }
    end.check(run, launches.front());
    twin.outcome(data, launches, run);
    reduction::draw(run, launches);  // draw
}
extern const Lesson lesson_03;
const Lesson lesson_03{
    .id = "03_reduction",
    .title = "reduction",
    .about = "Adds up n values: pairs, then pairs of sums. Integers wrap; floats have a tolerance.",
    .n = 48,
    .data = InputKind::small,
    .types = {ValueType::uint32, ValueType::int32, ValueType::float32},
    .versions =
        {{.name = "v1_interleaved", .idea = "adds neighbours, then neighbouring sums, ..."},
         {.name = "v2_strided", .idea = "the same pairs, added by neighbouring invocations"},
         {.name = "v3_sequential", .idea = "halves instead of neighbours: no bank conflicts"},
         {.name = "v4_first_add", .idea = "the first addition while loading: half the workgroups"},
         {.name = "v5_grid_stride", .idea = "many elements per invocation, four per load"},
         {.name = "v6_subgroup", .idea = "subgroups add without shared memory: one barrier"},
         {.name = "v7_one_dispatch", .idea = "the last workgroup to finish adds the partial sums"},
         {.name = "v8_loads_in_flight", .idea = "several loads in flight: memory is never idle", .n = 96},
         {.name = "v9_memory_adds", .idea = "memory itself adds the partial sums", .also = reduction::v8},
         {.name = "v10_one_trip", .idea = "sum and count in the same two words", .also = reduction::v8_v9}},
    .options = {operator_option, sums_option},
    .complete = reduction::check_type,
    .knobs = reduction::knobs,
    .work = reduction::work,
    .peers = {"reduce"},
    .story = [](Run& run) { reduction::with_type(run.options.type, [&](auto zero) { reduce(run, zero); }); },
};
