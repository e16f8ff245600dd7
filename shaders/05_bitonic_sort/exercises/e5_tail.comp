#version 450 core
// Exercise 5: the tail.  Once a stride fits into a tile, a workgroup makes all passes down to stride 1 in shared memory.
// Given:    the tile, its first place `start`, the uniforms. Workgroup w holds places w * 2 * LOCAL_SIZE and so on.
//           The program first runs this kernel with first_block 2 and last_block 2 * LOCAL_SIZE: sort every tile.
//           Later with first_block = last_block, larger than a tile: finish a merge whose long strides are done.
// Wanted:   the loops over the blocks and their strides, and the pass: one pair for each invocation, or what it keeps in two places of its own.
// TRACE:    in every pass two calls, TRACE(pass, place, key), with the place in the whole array; pass counts from 0.
// Look at:  the second tile's first wrong pass.
//   n 16, tile 4:   tile sort: blocks 2, 4 | 4 elsewhere, then 2, 1 here | 8, 4 elsewhere, then 2, 1 here
// [gap]
// for the direction.
// [/gap]
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
    // [gap]
    barrier();  // others loaded my pair's keys
    // [/gap]

    // [gap]
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
    //| // TODO: for each block from first_block to last_block, for each stride from the largest that fits into the tile down to 1:
    //| //       compare my pair of the tile and write it back. Who must wait for whom, and when?
    // [/gap]

    keys[start + i] = tile[i];
    keys[start + i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
