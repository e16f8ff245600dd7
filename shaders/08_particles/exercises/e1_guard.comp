#version 450 core
// Exercise 1 of lesson 08: more invocations than particles. It replaces v2_aos.
// Task:   whole workgroups start, so the last one has invocations without a particle. Keep them from all memory and work: one line.
// Given:  n, the number of particles; the rest of the step, which is right.
// Look:   "the memory after the particles": no invocation may touch it.
//   n = 10, workgroups of 4:   | 0 1 2 3 | 4 5 6 7 | 8 9 . . |      two invocations own nothing
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
    // [gap]
    if (i >= n) return;  // the particles are 0 .. n - 1
    //| // TODO: an invocation without a particle has nothing to do.
    // [/gap]
    vec3 position = particles[i].position_lifetime.xyz, velocity = particles[i].velocity.xyz;
    float lifetime = particles[i].position_lifetime.w;

    velocity.y += gravity * time_step;
    position += velocity * time_step;
    lifetime -= 1.0;
    if (lifetime <= 0.0) {
        const Birth born = birth(i, step_number, seed);
        position = born.position;
        velocity = born.velocity;
        lifetime = born.lifetime;
    }
    particles[i] = Particle(vec4(position, lifetime), vec4(velocity, 0.0));
}
