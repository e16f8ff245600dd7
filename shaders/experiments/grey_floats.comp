#version 450 core
// Grey values of pixels whose four channels are floats. (tuning: A of packed colours)
// 20 bytes of traffic per pixel.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { vec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { float to[]; };
#include "grid.glsl"

uniform uint n;  // pixels

void main() {
    const uint i = flat_invocation();
    if (i < n) to[i] = dot(from[i].rgb, vec3(0.299, 0.587, 0.114));
}
