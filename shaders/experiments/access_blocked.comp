#version 450 core
// Each invocation takes ITEMS consecutive elements. (tuning: A of access pattern)
// Neighbouring lanes are ITEMS elements apart: one load of a subgroup touches ITEMS times as many memory sectors.
//   ITEMS 4:   element  0 1 2 3 | 4 5 6 7 | 8 ...
//              lane     0 0 0 0   1 1 1 1   2
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"

uniform uint n;

void main() {
    const uint first = flat_invocation() * ITEMS;
    for (uint k = 0u; k < ITEMS; ++k)
        if (first + k < n) to[first + k] = from[first + k] + 1u;
}
