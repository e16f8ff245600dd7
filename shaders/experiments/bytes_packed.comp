#version 450 core
// The same values, four to a uint: GLSL has no uint8_t, but it can take words apart. (tuning: B of small data types)
// From bytes_loose:  2 bytes of traffic per value, and a quarter of the invocations; some instructions to unpack and pack.
//   |  17  90 255   3 |  ...      bits 0..7, 8..15, 16..23, 24..31
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;  // values, a multiple of 4

void main() {
    const uint i = flat_invocation();
    if (i >= n / 4u) return;
    // [packed]
    const uint four = from[i];
    uint brighter = 0u;
    for (int k = 0; k < 4; ++k) {
        const uint value = bitfieldExtract(four, 8 * k, 8);
        brighter = bitfieldInsert(brighter, min(value + 16u, 255u), 8 * k, 8);
    }
    to[i] = brighter;
    // [/packed]
}
