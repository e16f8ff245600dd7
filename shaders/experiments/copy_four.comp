#version 450 core
// Four elements per invocation in one load of 16 bytes. (tuning: B of wide loads)
// From copy_one:  the same bytes by a quarter of the invocations, each with more of them in flight.
//   element    0123 4567 | 89ab cdef        LOCAL_SIZE 2
//   invocation 0    1    | 0    1
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };
#include "grid.glsl"

uniform uint n;  // a multiple of 4

void main() {
    const uint i = flat_invocation();
    if (i < n / 4u) to[i] = from[i] + 1u;
}
