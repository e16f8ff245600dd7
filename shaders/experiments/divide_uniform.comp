#version 450 core
// Divides by a number that only the dispatch knows. (tuning: A of constants)
// Few GPUs have an instruction for that: most compilers emit some twenty for every / and %.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;
uniform uint width;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    uint x = from[i];
    for (uint k = 0u; k < ROUNDS; ++k) x = (x % width) * 4000037u + x / width;
    to[i] = x;
}
