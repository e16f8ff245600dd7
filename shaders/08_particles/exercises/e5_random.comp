#version 450 core
// Exercise 5 of lesson 08: random numbers without a memory. It replaces v2_aos.
// Task:   write next_unit(), next_bell() and the first and the last line of birth(): six lines in all.
// Given:  hash(x), an unrelated 32-bit number for each x; hash_to_unit(h), a float in [0, 1) (shaders/common/hash.glsl).
//         The CPU does the same, so keep to the rule: h starts as hash(particle ^ hash(when ^ hash(seed))); each new
//         number first hashes h again; a bell is the sum of four units, minus 2; a life is 40 steps and the remainder of the
//         next hash, which makes all lives from 40 to 80 steps equally likely.
// Look:   the first births come in step 40. Then "position.x" needs the first number, "lifetime" the last of fifteen.
//   h -> hash -> h1 -> hash -> h2 -> ...      unit 1 from h1, unit 2 from h2: never one h for two numbers
layout(local_size_x = LOCAL_SIZE) in;
struct Particle {
    vec4 position_lifetime;  // m, time steps left
    vec4 velocity;           // m/s; w is unused
};
layout(std430, binding = 0) buffer Particles { Particle particles[]; };
#include "grid.glsl"
#include "hash.glsl"

uniform uint n;
uniform uint step_number;  // counted from 1
uniform uint seed;
const float gravity = -9.81;         // m/s^2
const float time_step = 1.0 / 60.0;  // s

// The next number in [0, 1): moves h on.
float next_unit(inout uint h) {
    // [gap]
    h = hash(h);
    //| // TODO: move h on, and make a float of it.
    // [/gap]
    return hash_to_unit(h);
}

// The next number in [-2, 2), rarely far from 0.
// [gap]
float next_bell(inout uint h) { return next_unit(h) + next_unit(h) + next_unit(h) + next_unit(h) - 2.0; }
//| float next_bell(inout uint h) {
//|     // TODO: the sum of four of them, minus 2.
//|     return 0.0;
//| }
// [/gap]

// A newborn: who, when, and the run's seed decide all of it.
Particle birth(uint particle, uint when) {
    // [gap]
    uint h = hash(particle ^ hash(when ^ hash(seed)));
    //| // TODO: a number no other birth has: no other particle's, at no other time, in no other run.
    //| uint h = hash(particle);
    // [/gap]
    vec3 position = vec3(0.0), velocity;
    position.x = 0.2 * next_unit(h) - 0.1;
    position.z = 0.2 * next_unit(h) - 0.1;
    velocity.x = next_bell(h);
    velocity.y = 0.45 * next_bell(h) + 7.7;
    velocity.z = next_bell(h);
    // [gap]
    const float lifetime = float(40u + hash(h) % 41u);  // 41 different ones; whole numbers stay exact
    //| // TODO: a whole number from 40 to 80, from the next hash.
    //| const float lifetime = 60.0;
    // [/gap]
    return Particle(vec4(position, lifetime), vec4(velocity, 0.0));
}

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    Particle p = particles[i];
    p.velocity.y += gravity * time_step;
    p.position_lifetime.xyz += p.velocity.xyz * time_step;
    p.position_lifetime.w -= 1.0;
    particles[i] = p.position_lifetime.w > 0.0 ? p : birth(i, step_number);
}
