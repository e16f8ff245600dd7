#version 450 core
// The eighth power by three multiplications. (tuning: B of float instructions)
// From power_pow:  square, square, square.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { float from[]; };
layout(std430, binding = 1) writeonly buffer To { float to[]; };
#include "grid.glsl"

uniform uint n;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    float sum = 0.0;
    for (uint k = 0u; k < ROUNDS; ++k) {
        const float x = from[i] + 0.001 * float(k), x2 = x * x, x4 = x2 * x2;
        sum += x4 * x4;
    }
    to[i] = sum;
}
