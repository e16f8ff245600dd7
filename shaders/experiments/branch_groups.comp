#version 450 core
// Workgroups alternate, not lanes: every subgroup goes one way. (tuning: B of branches)
// From branch_lanes:  one line; as many elements as before go each way.
//   workgroup   0 0 0 0 | 1 1 1 1
//   way         a a a a | b b b b
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
    if (flat_workgroup() % 2u == 0u)
        for (uint k = 0u; k < ROUNDS; ++k) x = x * 1664525u + 1013904223u;
    else
        for (uint k = 0u; k < ROUNDS; ++k) x = (x ^ x << 13u) + (x >> 17u);
    // [/branch]
    to[i] = x;
}
