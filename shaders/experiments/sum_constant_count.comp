#version 450 core
// The same sum in a loop whose length the compiler knows. (tuning: B of unrolling)
// From sum_uniform_count:  COUNT is a define, so the loop can become COUNT loads in a row.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;  // sums

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    uint sum = 0u;
    for (uint k = 0u; k < COUNT; ++k) sum += from[k * n + i];
    to[i] = sum;
}
