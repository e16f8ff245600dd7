#version 450 core
// Exercise 2 of lesson 08: one time step. It replaces v2_aos.
// Task:   gravity changes the velocity, the new velocity changes the position, and one step of life is used up: three lines.
// Given:  gravity in m/s^2, time_step in s, lifetime in whole time steps; y points upwards. A birth follows, and is right.
// Look:   the first wrong row says which member is off after how many steps: velocity.y, position.y or lifetime.
//   v = 8 m/s, one step of 1/60 s:   v = 8 - 9.81 / 60 = 7.8365      y = 0 + 7.8365 / 60 = 0.1306 m
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

    // [gap]
    velocity.y += gravity * time_step;
    position += velocity * time_step;  // the new velocity: semi-implicit Euler
    lifetime -= 1.0;
    //| // TODO: the velocity after this step, from gravity.
    //| // TODO: the position after this step, from the new velocity.
    //| // TODO: the time left to live.
    // [/gap]
    if (lifetime <= 0.0) {
        const Birth born = birth(i, step_number, seed);
        position = born.position;
        velocity = born.velocity;
        lifetime = born.lifetime;
    }
    particles[i] = Particle(vec4(position, lifetime), vec4(velocity, 0.0));
}
