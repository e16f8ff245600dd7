#version 450 core
// v1 zeros: what the scan will add up. Value i is 1 if key i has a 0 in this bit, so the exclusive scan of these values counts
// the zeros before key i. Lesson 06's v4 makes that scan, and v1_split.comp uses it.
//   bit:  1 0 1 1 0 0 1 0      zeros:  0 1 0 0 1 1 0 1      their exclusive scan:  0 0 1 1 1 2 3 3
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Table { uint table[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    table[i] = 1u - (keys[i] >> shift & 1u);
}
