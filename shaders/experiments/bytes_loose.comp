#version 450 core
// Brightens values from 0 to 255, each of which fills a whole uint. (tuning: A of small data types)
// 8 bytes of traffic per value, of which 2 carry anything.
//   |  17  .  .  . |  90  .  .  . | 255  .  .  . |
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;  // values

void main() {
    const uint i = flat_invocation();
    if (i < n) to[i] = min(from[i] + 16u, 255u);
}
