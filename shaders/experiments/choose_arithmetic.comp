#version 450 core
// The branch written as arithmetic, as old advice has it. (tuning: B of short branches)
// From choose_branch:  a multiplication by 0 or 1 instead of the if.
//   x -= LIMIT * (x > LIMIT)
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;
uniform uint limit;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    uint x = from[i];
    for (uint k = 0u; k < ROUNDS; ++k) {
        x = x * 1664525u + 1013904223u;
        x -= limit * uint(x > limit);
    }
    to[i] = x;
}
