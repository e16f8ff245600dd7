// Move particles under gravity, one time step per dispatch, and draw them straight from their buffer.
// SPDX-License-Identifier: MIT
#include "common/lesson/lesson.hpp"
#include "lessons/08_particles/film.hpp"
#include "lessons/08_particles/stories.hpp"

using namespace pbp;

namespace {

void simulate(Run& run) {
    const auto steps = particles::steps(run.options.extra.at("--steps"), run.n);
    particles::Fountain fountain(run, particles::born(run.n, particles::folded(run.options.seed)));  // data
    particles::Film film(run, steps);
    film.shoot(0, fountain);

    run.plan(steps + (run.is("v1") ? 1 : 0), particles::member_count * run.n);  // passes
    for (std::uint32_t step = 1; step <= steps; ++step) {
        fountain.program.set("step_number", step);
        run.dispatch(fountain.program, fountain.groups, {inout(0, fountain.buffer)});  // run
        if (!run.checking()) continue;
        particles::step(fountain.twin, step, fountain.seed);  // the CPU twin of the same step
        run.check(particles::name(step), [&] { return fountain.parts(run.gpu); });  // check
        film.shoot(step, fountain);
    }
    run.outcome(fountain.buffer, [&] { return fountain.after(steps); }, {.off = particles::tolerance});
    if (run.is("v1") && run.checking()) particles::careless_upload(run, steps);
    if (!run.drawing()) return;
    if (run.gpu.can_draw()) run.picture("", film.draw());  // draw
    run.picture("heights", particles::heights(run.strip(), run.version()));
    run.picture("memory", particles::draw_memory(particles::compared(fountain.layout, run.n)));
    if (run.gpu.can_draw()) run.note(particles::step_and_draw(run, fountain, steps));
}

}  // namespace

extern const Lesson lesson_08;
const Lesson lesson_08{
    .id = "08_particles",
    .title = "particles",
    .element = "particle",
    .about =
        "A fountain: each particle flies, falls, dies and is born again. The same computation three times,\n"
        "with the particles laid out in memory in three ways, and drawn from there without a copy.",
    .n = 4000,
    .data = InputKind::random,
    .types = {},
    .largest = particles::one_buffer,
    .versions = {{.name = "v1_aos_vec3", .idea = "an array of structures of vec3"},
                 {.name = "v2_aos", .idea = "an array of structures of vec4"},
                 {.name = "v3_soa", .idea = "a structure of arrays"}},
    .options = {{"--steps", "COUNT", "Time steps of 1/60 s to run and check", "auto",
                 particles::check_steps}},
    .knobs = particles::knobs,
    .story = simulate,
    .window = particles::live,
};
