#version 450 core
// The sum of an element and its RADIUS neighbours on each side, all read from memory. (tuning: A of shared memory)
// Every element is read 2 * RADIUS + 1 times; whether from memory or from a cache is up to the hardware.
//   RADIUS 2:   . . a b c d e . .       c's sum reads a b c d e, d's reads b c d e f
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    uint sum = 0u;
    for (uint k = 0u; k <= 2u * RADIUS; ++k) {
        const uint at = i + k - RADIUS;  // wraps to a huge number left of element 0
        if (at < n) sum += from[at];
    }
    to[i] = sum;
}
