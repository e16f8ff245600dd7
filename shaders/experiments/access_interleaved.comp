#version 450 core
// Each invocation takes ITEMS elements, a workgroup apart. (tuning: B of access pattern)
// From access_blocked:  neighbouring lanes take neighbouring elements, so a subgroup's load is one run of memory.
//   ITEMS 4, LOCAL_SIZE 2:   element  0 1 | 2 3 | 4 5 | 6 7
//                            lane     0 1   0 1   0 1   0 1
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;

void main() {
    const uint first = flat_workgroup() * LOCAL_SIZE * ITEMS + gl_LocalInvocationID.x;
    for (uint k = 0u; k < ITEMS; ++k)
        if (first + k * LOCAL_SIZE < n) to[first + k * LOCAL_SIZE] = from[first + k * LOCAL_SIZE] + 1u;
}
