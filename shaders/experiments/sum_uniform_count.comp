#version 450 core
// Adds `count` elements in a loop whose length only the dispatch knows. (tuning: A of unrolling)
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;      // sums
uniform uint count;  // elements per sum, n apart

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    uint sum = 0u;
    for (uint k = 0u; k < count; ++k) sum += from[k * n + i];
    to[i] = sum;
}
