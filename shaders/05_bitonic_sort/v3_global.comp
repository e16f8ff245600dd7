#version 450 core
// v3 global: one dispatch per pass, on the buffer itself, for any number of workgroups.
// From v1:  the end of a dispatch is the barrier that workgroups do not have between them.
// Cost:     every pass reads and writes every key in device memory.   Next: v4 and v5 keep short strides in shared memory.
//   stride 4:   0 1 2 3 4 5 6 7
//               ^-------^            invocation 0
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"

uniform uint pairs;
uniform uint block;
uniform uint stride;

void main() {
    const uint i = flat_invocation();
    if (i >= pairs) return;
    const uint low = 2u * i - (i & (stride - 1u));
    const uint high = low + stride;
    const bool ascending = (low & block) == 0u;

    const uint a = keys[low], b = keys[high];
    keys[low] = ascending ? min(a, b) : max(a, b);
    keys[high] = ascending ? max(a, b) : min(a, b);
}
