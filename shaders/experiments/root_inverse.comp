#version 450 core
// One over a square root by the function that GLSL has for it. (tuning: B of built-in functions)
// From root_divided:  inversesqrt() instead of a root and a division.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { float from[]; };
layout(std430, binding = 1) writeonly buffer To { float to[]; };
#include "grid.glsl"

uniform uint n;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    float sum = 0.0;
    for (uint k = 0u; k < ROUNDS; ++k) sum += inversesqrt(from[i] + float(k));
    to[i] = sum;
}
