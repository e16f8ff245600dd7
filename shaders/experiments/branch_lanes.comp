#version 450 core
// Even elements go one way, odd ones the other: every subgroup goes both. (tuning: A of branches)
//   lane   0 1 2 3 4 5 6 7
//   way    a b a b a b a b      a subgroup runs a with half its lanes, then b with the other half
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    uint x = from[i];
    // [branch]
    if (i % 2u == 0u)
        for (uint k = 0u; k < ROUNDS; ++k) x = x * 1664525u + 1013904223u;
    else
        for (uint k = 0u; k < ROUNDS; ++k) x = (x ^ x << 13u) + (x >> 17u);
    // [/branch]
    to[i] = x;
}
