// Double each element, then add its neighbour to the right: two passes in one dispatch.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/NN_NAME/NAME.hpp"

using namespace pbp;

// What a story can call: common/lesson/run.hpp.
static void double_and_add(Run& run) {
    auto data = run.gpu.buffer(run.input<std::uint32_t>());  // data
    schedule_NN::Twin twin(run.input<std::uint32_t>());
    run.initial("input", twin.elements());

    const auto passes = schedule_NN::passes(run.n);  // passes
    run.plan(passes.size(), run.n);
    auto& program = run.program({{"LOCAL_SIZE", std::to_string(schedule_NN::local_size)}});
    program.set("n", run.n);

    const auto groups = groups_for(run.n, schedule_NN::local_size, run.gpu.limits());  // run
    run.dispatch(program, groups, {inout(0, data)}, passes_over(passes.size(), data));

    for (const auto pass : passes) {
        if (!run.checking()) break;
        twin.step(pass);                                            // the CPU twin of the same pass
        run.check(schedule_NN::name(pass), data, twin.elements());  // check
    }
    run.draw(  // draw
        "The top row is the input. Below it each element is doubled; in the last row it has also added "
        "its right neighbour, if that is in the same workgroup: the lines separate workgroups.",
        {.group = schedule_NN::local_size});
}

extern const Lesson lesson_NN;
const Lesson lesson_NN{
    .id = "NN_NAME",
    .title = "TITLE",
    .about = "Doubles each element and adds its neighbour to the right, tile by tile.",
    .n = 24,
    .data = InputKind::small,
    .types = {ValueType::uint32},
    .versions = {{.name = "v1_first", .idea = "doubles a tile, then adds neighbours"}},
    .story = double_and_add,
};
