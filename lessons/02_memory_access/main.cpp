// Touch memory in other orders: the same work, but the lanes request other addresses at the same moment.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/02_memory_access/pictures.hpp"

using namespace pbp;

namespace {

void grey(Run& run) {
    const auto& before = memory::picture(run.options);  // data
    auto from = run.gpu.image(before.size, before.pixels), to = run.gpu.image(before.size);

    const auto launch = memory::launch_of(run, before.size);  // passes
    run.plan(launch.passes(), launch.items);
    run.dispatch(memory::program(run, launch), launch.groups, {sampled(0, from), out(0, to)},  // run
                 passes_in_shared(launch.passes(), launch.items));
    run.outcome(to, [&] { return memory::twin(run.version(), before.pixels, before.size); },
                {.what = "grey picture", .allowed = 1});
    if (!run.checking()) return;
    memory::Maps maps;
    memory::check_addresses(run, launch, maps);  // the CPU twin of each address
    run.check_image(launch.name, to, memory::twin(run.version(), before.pixels, before.size), 1);  // check
    memory::draw(run, before, {before.size, run.gpu.read(to)}, maps);                              // draw
}

}  // namespace

extern const Lesson lesson_02;
const Lesson lesson_02{
    .id = "02_memory_access",
    .title = "memory access",
    .about =
        "Turns a picture grey, copies it, transposes it: the same work in different orders. All versions "
        "use\none picture: drawn by the lesson (about --n pixels), made from --data, or your own (--image).",
    .n = memory::default_n,
    .data = InputKind::random,
    .types = {ValueType::uint32},
    .versions = {{.name = "v1_grey_rows",
                  .idea = "a picture turns grey: neighbouring lanes, neighbouring pixels",
                  .story = grey},
                 {.name = "v2_grey_columns", .idea = "rows and columns swapped", .story = grey},
                 {.name = "v3_strided_copy", .idea = "neighbouring lanes a stride apart"},
                 {.name = "v4_naive_transpose", .idea = "rows in, columns out"},
                 {.name = "v5_tile", .idea = "transposed in shared memory: rows in, rows out"},
                 {.name = "v6_padded_tile", .idea = "one extra column: no bank conflicts"},
                 {.name = "v7_wide_tile", .idea = "fours in, fours out, transposed in registers on the way"}},
    .options = {{"--image", "FILE", "Your own picture, PNG or JPEG", "drawn", memory::check_image},
                {"--stride", "COUNT", "Of v3: one from 1 to 64; all: 1, 2, 4, .. 64", "all",
                 memory::check_stride, "8"},
                {"--lanes", "COUNT", "Lanes of a subgroup in the pictures, 1 to 64", "32",
                 memory::check_lanes}},
    .complete = memory::complete,
    .reads_input = false,
    .knobs = memory::knobs,
    .work = memory::work,
    .story = memory::move,
};
