#version 450 core
// Solution of exercise 5: the tail.  v1's passes, from the first stride that fits, and with the place in the whole array
// for the direction.
//   n 16, tile 4:   tile sort: blocks 2, 4 | 4 elsewhere, then 2, 1 here | 8, 4 elsewhere, then 2, 1 here
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint first_block;
uniform uint last_block;
uniform uint tiles;

shared uint tile[2 * LOCAL_SIZE];

void main() {
    if (flat_workgroup() >= tiles) return;  // the same for the whole workgroup
    const uint i = gl_LocalInvocationID.x;
    const uint start = flat_workgroup() * 2u * LOCAL_SIZE;
    tile[i] = keys[start + i];
    tile[i + LOCAL_SIZE] = keys[start + i + LOCAL_SIZE];
    barrier();  // others loaded my pair's keys

    uint pass = 0u;
    for (uint block = first_block; block <= last_block; block *= 2u) {
        for (uint stride = min(block / 2u, uint(LOCAL_SIZE)); stride > 0u; stride /= 2u) {
            const uint low = 2u * i - (i & (stride - 1u));
            const uint high = low + stride;
            const bool ascending = ((start + low) & block) == 0u;

            const uint smaller = min(tile[low], tile[high]), larger = max(tile[low], tile[high]);
            tile[low] = ascending ? smaller : larger;
            tile[high] = ascending ? larger : smaller;
            TRACE(pass, start + low, ascending ? smaller : larger);
            TRACE(pass, start + high, ascending ? larger : smaller);
            ++pass;
            barrier();  // the next pass reads what others wrote
        }
    }

    keys[start + i] = tile[i];
    keys[start + i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
