// Double each element, then add its neighbour to the right: two passes in one dispatch.
// SPDX-License-Identifier: MIT
#include "common/program/run_lesson.hpp"
#include "lessons/NN_NAME/NAME.hpp"

using namespace pbp;

static void double_and_add(Run& run) {
    auto data = run.gpu.buffer(run.input<std::uint32_t>());  // data
    lesson_NN::Twin twin(run.input<std::uint32_t>());
    run.initial("input", twin.elements());

    const auto passes = lesson_NN::passes(run.n);  // passes
    run.plan(passes.size(), run.n);
    auto& program = run.program({{"LOCAL_SIZE", std::to_string(lesson_NN::local_size)}});
    program.set("n", run.n);

    const auto groups = groups_for(run.n, lesson_NN::local_size, run.gpu.limits());  // run
    run.dispatch(program, groups, {inout(0, data)}, passes_over(passes.size(), data));

    for (const auto pass : passes) {
        if (!run.checking()) break;
        twin.step(pass, run.links());                             // the CPU twin of the same pass
        run.check(lesson_NN::name(pass), data, twin.elements());  // check
    }
    run.draw(  // draw
        "The top row is the input. Below it each element is doubled; in the last row it has also taken in "
        "its neighbour to the right, if that lies in the same workgroup: the lines part workgroups.",
        lesson_NN::local_size);
}

static const Lesson lesson{
    .id = "NN_NAME",
    .title = "TITLE",
    .about = "Doubles each element and adds its neighbour to the right, tile by tile.",
    .n = 24,
    .data = InputKind::small,
    .types = {ValueType::uint32},
    .versions = {{"v1_first", "doubles a tile, then adds neighbours", {}, ""}},
    .run = double_and_add,
};

int main(int argc, char** argv) {
    return run_lesson(argc, argv, lesson);
}
