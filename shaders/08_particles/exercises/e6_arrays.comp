#version 450 core
// Exercise 6 of lesson 08: a structure of arrays. It replaces v3_soa.
// Task:   the whole kernel: guard, load, step, birth, store, each word once. The members of all particles are in seven arrays, one
//         after another in one buffer, each with n floats: all x, then all y, and so on. Some twenty lines.
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
    // [gap]
    const uint i = flat_invocation();
    if (i >= n) return;  // after the last x comes the first y
    vec3 position = vec3(members[i], members[n + i], members[2u * n + i]);
    vec3 velocity = vec3(members[3u * n + i], members[4u * n + i], members[5u * n + i]);
    float lifetime = members[6u * n + i];

    velocity.y += gravity * time_step;
    position += velocity * time_step;
    lifetime -= 1.0;
    if (lifetime <= 0.0) {
        const Birth born = birth(i, step_number, seed);
        position = born.position;
        velocity = born.velocity;
        lifetime = born.lifetime;
    }
    for (uint k = 0u; k < 3u; ++k) {
        members[k * n + i] = position[k];
        members[(3u + k) * n + i] = velocity[k];
    }
    members[6u * n + i] = lifetime;
    //| // TODO: the kernel. Which particle is mine, does it exist, what does it hold, what does a step make of it?
    // [/gap]
}
