#version 450 core
// v1 array of structures, with vec3: one particle after another, each as you would write it down in C++.
// Gains:    reads well.
// Cost:     in a buffer a vec3 starts at a multiple of 16 bytes. In C++ it does not, and nobody tells you.
//           Next: v2 leaves no room for doubt.
//   byte   0            12   16           28         32
//          | position   |    | velocity   | lifetime | the next particle …
layout(local_size_x = LOCAL_SIZE) in;
// [layout]
struct Particle {
    vec3 position;   // m
    vec3 velocity;   // m/s
    float lifetime;  // time steps left
};
layout(std430, binding = 0) buffer Particles { Particle particles[]; };
// [/layout]
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
    Particle p = particles[i];

    // [step]
    p.velocity.y += gravity * time_step;
    p.position += p.velocity * time_step;  // the new velocity: semi-implicit Euler
    p.lifetime -= 1.0;
    if (p.lifetime <= 0.0) {
        const Birth born = birth(i, step_number, seed);
        p = Particle(born.position, born.velocity, born.lifetime);
    }
    // [/step]
    particles[i] = p;
}
