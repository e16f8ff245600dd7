#version 450 core
// Exercise 6 of lesson 08: a structure of arrays. It replaces v3_soa.
// Task:   the whole kernel: guard, load, step, birth, store. The members of all particles are in seven arrays, one after
//         another in one buffer, each with n floats: all x, then all y, and so on. Some twenty lines.
// Given:  birth(particle, when, seed) (shaders/common/fountain.glsl), and the kernels of the exercises before this one.
// Look:   a wrong array shows as another member's numbers. A missing guard is worse than before: what follows the last x?
//   word   0      n      2n     3n       4n       5n       6n
//          | x ...| y ...| z ...| v.x ...| v.y ...| v.z ...| lifetime ...
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Particles { float members[]; };
#include "grid.glsl"
#include "fountain.glsl"

uniform uint n;
uniform uint step_number;  // counted from 1
uniform uint seed;
const float gravity = -9.81;         // m/s^2
const float time_step = 1.0 / 60.0;  // s

void main() {
    // TODO: the kernel. Which particle is mine, does it exist, what does it hold, what does a step make of it?
}
