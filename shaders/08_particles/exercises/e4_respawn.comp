#version 450 core
// Exercise 4 of lesson 08: born again. It replaces v2_aos.
// Task:   a particle whose time is up is born again in that same step, with all that birth() gives a newborn: four lines.
// Given:  birth(particle, when, seed) (shaders/common/fountain.glsl): a newborn's position, velocity and lifetime. The same
//         three numbers always give the same newborn; `when` is the number of the step. Nobody lives less than 40 steps.
// Look:   the first 39 steps are right as they are. What is wrong from step 40 on, and for which particles?
//   lifetime:  ... 3  2  1  (0: born again, say with 57)  57 56 ...
layout(local_size_x = LOCAL_SIZE) in;
struct Particle {
    vec4 position_lifetime;  // m, time steps left
    vec4 velocity;           // m/s; w is unused
};
layout(std430, binding = 0) buffer Particles { Particle particles[]; };
#include "grid.glsl"
#include "fountain.glsl"

uniform uint n;
uniform uint step_number;  // counted from 1
uniform uint seed;
const float gravity = -9.81;         // m/s^2
const float time_step = 1.0 / 60.0;  // s

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    vec3 position = particles[i].position_lifetime.xyz, velocity = particles[i].velocity.xyz;
    float lifetime = particles[i].position_lifetime.w;

    velocity.y += gravity * time_step;
    position += velocity * time_step;
    lifetime -= 1.0;
    if (lifetime <= 0.0) {
        // [gap]
        const Birth born = birth(i, step_number, seed);  // who, when, and in which run: unlike any other birth
        position = born.position;
        velocity = born.velocity;
        lifetime = born.lifetime;
        //| // TODO: all of it is new.
        //| lifetime = 60.0;
        // [/gap]
    }
    particles[i] = Particle(vec4(position, lifetime), vec4(velocity, 0.0));
}
