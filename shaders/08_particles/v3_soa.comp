#version 450 core
// v3 structure of arrays: all x, then all y, and so on; a particle is the i-th element of each.
// From v2:  member by member instead of particle by particle.
// Gains:    neighbours read neighbouring words: the 8 lanes of a 32-byte sector use all of it. Nothing is wasted.
// Cost:     a particle is in seven places; a kernel that needs all of a single particle is better off with v2.
//   word   0      n      2n     3n       4n       5n       6n
//          | x …  | y …  | z …  | v.x …  | v.y …  | v.z …  | lifetime …
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
    const uint i = flat_invocation();
    if (i >= n) return;
    // [load]
    vec3 position = vec3(members[i], members[n + i], members[2u * n + i]);
    vec3 velocity = vec3(members[3u * n + i], members[4u * n + i], members[5u * n + i]);
    float lifetime = members[6u * n + i];
    // [/load]

    velocity.y += gravity * time_step;
    position += velocity * time_step;  // the new velocity: semi-implicit Euler
    lifetime -= 1.0;
    if (lifetime <= 0.0) {
        const Birth born = birth(i, step_number, seed);
        position = born.position;
        velocity = born.velocity;
        lifetime = born.lifetime;
    }
    members[i] = position.x;
    members[n + i] = position.y;
    members[2u * n + i] = position.z;
    members[3u * n + i] = velocity.x;
    members[4u * n + i] = velocity.y;
    members[5u * n + i] = velocity.z;
    members[6u * n + i] = lifetime;
}
