#version 450 core
// Exercise 3 of lesson 08: the hole after a vec3. It replaces v1_aos_vec3.
// Task:   declare the struct's three members, with the names and types of the C++ side, so that each is where that side
//         has put it: three lines, and nothing else changes.
// Given:  the C++ struct, of 32 bytes:  struct { alignas(16) vec3 position; alignas(16) vec3 velocity; float lifetime; };
//         In std430 a vec3 takes 12 bytes and starts at a multiple of 16; a float starts at a multiple of 4; a struct
//         with a vec3 is padded to a multiple of 16.
// Look:   v1's picture ..._layout.png, and what the driver reports about each member before anything runs.
//   byte   0            12   16           28         32
//          | position   |    | velocity   | lifetime | the next particle ...
layout(local_size_x = LOCAL_SIZE) in;
struct Particle {
    // [gap]
    //| // TODO: every member is here, but not every one in its place. Count the bytes.
    // [/gap]
    vec3 position;   // m
    // [gap]
    vec3 velocity;   // m/s
    // [/gap]
    float lifetime;  // time steps left
    // [gap]
    //| vec3 velocity;   // m/s
    // [/gap]
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
    Particle p = particles[i];
    p.velocity.y += gravity * time_step;
    p.position += p.velocity * time_step;
    p.lifetime -= 1.0;
    if (p.lifetime <= 0.0) {
        const Birth born = birth(i, step_number, seed);
        p.position = born.position;
        p.velocity = born.velocity;
        p.lifetime = born.lifetime;
    }
    particles[i] = p;
}
