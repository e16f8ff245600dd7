#version 450 core
// The same sums, from shared memory. (tuning: B of shared memory)
// From window_global:  a workgroup loads its elements and RADIUS more on either side once, and reads them from there.
//   RADIUS 2, LOCAL_SIZE 4:   [a b] c d e f [g h]      8 loads instead of 20
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;

const uint WIDTH = LOCAL_SIZE + 2u * RADIUS;
shared uint tile[WIDTH];

void main() {
    const uint i = flat_invocation(), local = gl_LocalInvocationID.x;
    for (uint k = local; k < WIDTH; k += LOCAL_SIZE) {
        const uint at = i - local + k - RADIUS;
        tile[k] = at < n ? from[at] : 0u;
    }
    barrier();  // others loaded what I add
    uint sum = 0u;
    for (uint k = 0u; k <= 2u * RADIUS; ++k) sum += tile[local + k];
    if (i < n) to[i] = sum;
}
