// SPDX-License-Identifier: MIT
// How a particle of lesson 08's fountain is born: from numbers that a hash makes of who it is, when, and a seed.
// No state is kept from one birth to the next, so any invocation gets its own at any time, and a CPU gets the same.
#include "hash.glsl"

// [birth]
struct Birth { vec3 position, velocity; float lifetime; };  // m, m/s, time steps

float next_unit(inout uint h) { h = hash(h); return hash_to_unit(h); }  // in [0, 1)

// In [-2, 2), rarely far from 0: the sum of a few uniform random numbers is nearly a bell curve, and a cloud whose
// components all follow bell curves has no corners.
float next_bell(inout uint h) { return next_unit(h) + next_unit(h) + next_unit(h) + next_unit(h) - 2.0; }

Birth birth(uint particle, uint when, uint seed) {
    uint h = hash(particle ^ hash(when ^ hash(seed)));
    Birth born;
    born.position.x = 0.2 * next_unit(h) - 0.1;
    born.position.y = 0.0;
    born.position.z = 0.2 * next_unit(h) - 0.1;
    born.velocity.x = next_bell(h);
    born.velocity.y = 0.45 * next_bell(h) + 7.7;
    born.velocity.z = next_bell(h);
    // Whole numbers are exact in a float: rounding makes nobody die a step early.
    born.lifetime = float(40u + hash(h) % 41u);
    return born;
}
// [/birth]
