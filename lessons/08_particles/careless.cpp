// SPDX-License-Identifier: MIT
#include <cmath>

#include "lessons/08_particles/stories.hpp"

using namespace pbp;

namespace particles {

namespace {

/// The twin of what the shader will read from these words.
Twin taken_for(const Words& words, const Layout& layout, std::size_t n) {
    const Seen seen = unpacked(words, layout, n);
    Twin twin(n);
    for (std::size_t m = 0; m < member_count; ++m)
        twin.members[m].assign(seen.members[m].begin(), seen.members[m].end());
    return twin;
}

/// The number of particles that are more than a centimetre from where they should be.
std::size_t misplaced(const Twin& is, const Twin& should_be) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < is.size(); ++i)
        count += std::hypot(is[x][i] - should_be[x][i], is[y][i] - should_be[y][i],
                            is[z][i] - should_be[z][i]) > 0.01;
    return count;
}

}  // namespace

void careless_upload(Run& run, std::uint32_t steps) {
    const auto start = born(run.n, folded(run.options.seed));
    Fountain right(run, start), wrong(run, start);  // data
    const auto careless = layout("careless", run.n);
    run.gpu.fill(wrong.buffer, untouched);
    run.gpu.write(wrong.buffer, packed(start, careless, careless.words));
    wrong.twin = taken_for(run.gpu.read(wrong.buffer), wrong.layout, run.n);

    const std::vector<std::uint32_t> at{0, 1, steps};
    Film as_it_should_be(run, at, {270, 260}), as_it_is(run, at, {270, 260});
    std::size_t first_misplaced = 0;
    for (std::uint32_t step_number = 0; step_number <= steps; ++step_number) {
        if (step_number > 0) {
            for (auto* fountain : {&right, &wrong}) {
                fountain->program.set("step_number", step_number);
                run.dispatch(fountain->program, fountain->groups, {inout(0, fountain->buffer)});  // run
                step(fountain->twin, step_number, fountain->seed);  // the CPU twin of the same step
            }
        }
        const auto elsewhere = misplaced(wrong.twin, right.twin);
        if (step_number == 1) first_misplaced = elsewhere;
        as_it_should_be.shoot(step_number, right, ": the right struct");
        as_it_is.shoot(step_number, wrong, fmt::format(": {} of {} misplaced", elsewhere, run.n));
    }
    // Misread positions reach 100 m, where floats are 4e-6 m apart.
    run.tolerance(1e-3);
    run.check(name(steps) + ", careless upload", [&] { return wrong.parts(run.gpu); });  // check
    run.note(
        fmt::format("uploaded as a C++ struct of {} bytes instead of {}: {} of {} particles are misplaced "
                    "after step 1, as the twin predicts",
                    sizeof(Careless), sizeof(Padded), first_misplaced, run.n));
    if (!run.drawing()) return;  // draw
    const auto layout_picture = [&] { run.picture("layout", draw_bytes(right.program)); };
    if (!run.gpu.can_draw()) return layout_picture();
    auto frames = as_it_should_be.frames();
    frames.insert(frames.end(), as_it_is.frames().begin(), as_it_is.frames().end());
    run.picture("careless",
                draw(frames, static_cast<int>(as_it_is.frames().size()),
                     fmt::format("08 particles, v1_aos_vec3: {} particles{} from the right C++ struct; "
                                 "below, from the careless one",
                                 run.n, only_some(run.n)),
                     "The shader is the same. It looks every 32 bytes for structs of 28 bytes, and takes "
                     "positions and speeds for lifetimes: most particles die at once, some fly off or wait "
                     "far outside the frame. A dead one is reborn correctly, but in another step than above, "
                     "and so elsewhere. Misplaced: more than 1 cm from the same particle above."));
    layout_picture();
}

}  // namespace particles
