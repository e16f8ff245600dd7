#version 450 core
// v2 array of structures, with vec4: the layout is the same in GLSL and in C++.
// From v1:  two vec4 instead of two vec3 and a float.
// Gains:    16 bytes are 16 bytes for everybody; a particle takes two loads of 16.
// Cost:     4 of 32 bytes carry nothing. Reading one member of all particles still touches every 32-byte sector.
//           Next: v3 gives each member an array of its own.
//   byte   0            12         16           28   32
//          | position   | lifetime | velocity   |    | the next particle …
layout(local_size_x = LOCAL_SIZE) in;
// [layout]
struct Particle {
    vec4 position_lifetime;  // m, time steps left
    vec4 velocity;           // m/s; w is unused
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
    vec3 position = particles[i].position_lifetime.xyz, velocity = particles[i].velocity.xyz;
    float lifetime = particles[i].position_lifetime.w;

    velocity.y += gravity * time_step;
    position += velocity * time_step;  // the new velocity: semi-implicit Euler
    lifetime -= 1.0;
    if (lifetime <= 0.0) {
        const Birth born = birth(i, step_number, seed);
        position = born.position;
        velocity = born.velocity;
        lifetime = born.lifetime;
    }
    particles[i] = Particle(vec4(position, lifetime), vec4(velocity, 0.0));
}
