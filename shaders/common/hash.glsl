// SPDX-License-Identifier: MIT
// Random numbers without state: the hash of a counter. Different counters give unrelated values, in any order.
// PCG, from Jarzynski and Olano, "Hash Functions for GPU Rendering", Journal of Computer Graphics Techniques 9(3), 2020.

uint hash(uint counter) {
    const uint state = counter * 747796405u + 2891336453u;
    const uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

// A float in [0, 1) from the hash's upper 24 bits, all that a float's mantissa holds.
float hash_to_unit(uint h) { return float(h >> 8u) * (1.0 / 16777216.0); }
