#version 450 core
// v5 shared tail: once the stride fits into a tile, all passes down to stride 1 run in shared memory.
// From v4:  no transpose; long strides are v3's passes, and each merge step's tail is one dispatch.
// Gains:    log2(2 * LOCAL_SIZE) passes for one read and one write of device memory.
// Cost:     each long stride still costs a dispatch.   Next: v6 makes several of those in registers.
//   n 16, tile 4:   tile sort | 4 global, tail | 8, 4 global, tail
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint first_block;
uniform uint last_block;
uniform uint tiles;

shared uint tile[2 * LOCAL_SIZE];

void main() {
    if (flat_workgroup() >= tiles) return;  // the same for the whole workgroup, so everyone meets the barriers below
    const uint i = gl_LocalInvocationID.x;
    const uint start = flat_workgroup() * 2u * LOCAL_SIZE;
    tile[i] = keys[start + i];
    tile[i + LOCAL_SIZE] = keys[start + i + LOCAL_SIZE];
    barrier();

    uint pass = 0u;
    for (uint block = first_block; block <= last_block; block *= 2u) {
        for (uint stride = min(block / 2u, uint(LOCAL_SIZE)); stride > 0u; stride /= 2u) {
            const uint low = 2u * i - (i & (stride - 1u));
            const uint high = low + stride;
            const bool ascending = ((start + low) & block) == 0u;

            const uint a = tile[low], b = tile[high];
            const uint smaller = min(a, b), larger = max(a, b);
            tile[low] = ascending ? smaller : larger;
            tile[high] = ascending ? larger : smaller;
            TRACE(pass, start + low, ascending ? smaller : larger);
            TRACE(pass, start + high, ascending ? larger : smaller);
            ++pass;
            barrier();
        }
    }
    keys[start + i] = tile[i];
    keys[start + i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
