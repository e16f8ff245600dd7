#version 450 core
// Grey values of pixels with 8 bits per channel, unpacked by one instruction. (tuning: B of packed colours)
// From grey_floats:  8 bytes of traffic per pixel; unpackUnorm4x8 gives the same floats, k / 255.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { float to[]; };
#include "grid.glsl"

uniform uint n;  // pixels

void main() {
    const uint i = flat_invocation();
    if (i < n) to[i] = dot(unpackUnorm4x8(from[i]).rgb, vec3(0.299, 0.587, 0.114));
}
