#version 450 core
// v3 count: a workgroup counts the digits of its tile in one histogram in shared memory. The table is v2's, with a column per
// tile instead of one per invocation. v4 and v5 count in the same way.
//   tile of 8, digits 3 0 3 1 0 0 1 2      histogram: 3 2 1 2
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Table { uint table[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint columns;

shared uint histogram[RADIX];

void main() {
    const uint tile = flat_workgroup(), me = gl_LocalInvocationID.x;
    if (tile >= columns) return;  // the same for the whole workgroup
    for (uint d = me; d < RADIX; d += LOCAL_SIZE) histogram[d] = 0u;
    barrier();
    // [COUNT]
    for (uint k = 0u; k < EACH; ++k) {
        const uint i = (tile * EACH + k) * LOCAL_SIZE + me;
        if (i < n) atomicAdd(histogram[bitfieldExtract(keys[i], int(shift), int(width))], 1u);
    }
    // [/COUNT]
    barrier();
    for (uint d = me; d < RADIX; d += LOCAL_SIZE) table[d * columns + tile] = histogram[d];
}
