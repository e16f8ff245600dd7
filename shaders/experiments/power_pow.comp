#version 450 core
// The eighth power by pow(). (tuning: A of float instructions)
// pow(x, y) is exp2(y * log2(x)), two special-function instructions, unless the compiler notices that 8 is a whole number.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { float from[]; };
layout(std430, binding = 1) writeonly buffer To { float to[]; };
#include "grid.glsl"

uniform uint n;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    float sum = 0.0;
    for (uint k = 0u; k < ROUNDS; ++k) sum += pow(from[i] + 0.001 * float(k), 8.0);
    to[i] = sum;
}
