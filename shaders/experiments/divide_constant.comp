#version 450 core
// Divides by a number that the compiler knows. (tuning: B of constants)
// From divide_uniform:  a define instead of the uniform; / becomes a multiplication and a shift.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;
const uint width = WIDTH;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    uint x = from[i];
    for (uint k = 0u; k < ROUNDS; ++k) x = (x % width) * 4000037u + x / width;
    to[i] = x;
}
