#version 450 core
// A tiny branch in a loop, as anyone would write it. (tuning: A of short branches)
//   x > LIMIT ?   x -= LIMIT     else nothing
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
        if (x > limit) x -= limit;
    }
    to[i] = x;
}
