#version 450 core
// Wraps by the low bits: you know that size is a power of two, the compiler does not. (tuning: B of integer instructions)
// From wrap_modulo:  & (size - 1) instead of % size.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;
uniform uint size;  // a power of two

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    uint x = from[i];
    for (uint k = 0u; k < ROUNDS; ++k) x = (x & (size - 1u)) * 1664525u + 1013904223u;
    to[i] = x;
}
