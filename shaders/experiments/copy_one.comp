#version 450 core
// One element per invocation: 4 bytes in, 4 bytes out. (tuning: workgroup size; A of wide loads)
// Only the workgroup's size may change: every element is read and written once, whatever it is.
//   element    0 1 2 3 | 4 5 6 7        LOCAL_SIZE 4
//   invocation 0 1 2 3 | 0 1 2 3
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;

void main() {
    const uint i = flat_invocation();
    if (i < n) to[i] = from[i] + 1u;
}
