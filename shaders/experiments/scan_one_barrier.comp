#version 450 core
// The same scan in two alternating arrays: one barrier per pass. (tuning: B of barriers)
// From scan_two_barriers:  nobody overwrites what is still to be read, for twice the shared memory.
//   read A, write B | barrier | read B, write A | barrier ...
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;

shared uint sums[2][LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x, element = flat_invocation();
    uint sum = element < n ? from[element] : 0u, now = 0u;
    sums[now][i] = sum;
    barrier();
    for (uint stride = 1u; stride < LOCAL_SIZE; stride *= 2u) {
        sum += i >= stride ? sums[now][i - stride] : 0u;
        now = 1u - now;
        sums[now][i] = sum;
        barrier();  // the next pass reads what others wrote
    }
    if (element < n) to[element] = sum;
}
