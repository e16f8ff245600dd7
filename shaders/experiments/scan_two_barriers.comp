#version 450 core
// Scans each workgroup's elements in one array: two barriers per pass, as in lesson 06 v1. (tuning: A of barriers)
//   read left | barrier | write | barrier | read left ...
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;

shared uint sums[LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x, element = flat_invocation();
    uint sum = element < n ? from[element] : 0u;
    sums[i] = sum;
    barrier();
    for (uint stride = 1u; stride < LOCAL_SIZE; stride *= 2u) {
        const uint left = i >= stride ? sums[i - stride] : 0u;
        barrier();  // all have read before any overwrites
        sum += left;
        sums[i] = sum;
        barrier();  // the next pass reads what others wrote
    }
    if (element < n) to[element] = sum;
}
