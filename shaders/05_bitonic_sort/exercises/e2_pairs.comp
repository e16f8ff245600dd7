#version 450 core
// Exercise 2: which pair?  Each invocation takes one pair of the pass, here the i-th. Find its two places.
// Given:    the direction, the comparison, the barrier.
// Wanted:   `low` and `high`: one line each. Two places are `stride` apart, and each place belongs to one pair.
// Look at:  the brackets in the picture: stride 1 is right already. Which places are never touched with stride 2?
//   stride 2:   0 1 2 3 4 5 6 7        stride 4:   0 1 2 3 4 5 6 7
//               ^---^   ^---^   0 and 2            ^-------^         0
//                 ^---^   ^---^ 1 and 3              ^-------^       1, and so on
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "trace.glsl"

shared uint tile[2 * LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    tile[i] = keys[i];
    tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];
    barrier();

    uint pass = 0u;
    for (uint block = 2u; block <= 2u * LOCAL_SIZE; block *= 2u) {
        for (uint stride = block / 2u; stride > 0u; stride /= 2u) {
            // [gap]
            // i with a zero bit pushed in at bit `stride`: the bits above move up by one, those below stay.
            const uint low = 2u * i - (i & (stride - 1u));
            const uint high = low + stride;
            //| // TODO: right only for stride 1. `stride` is a power of two.
            //| const uint low = 2u * i;
            //| const uint high = low + 1u;
            // [/gap]

            const bool ascending = (low & block) == 0u;
            const uint smaller = min(tile[low], tile[high]), larger = max(tile[low], tile[high]);
            tile[low] = ascending ? smaller : larger;
            tile[high] = ascending ? larger : smaller;
            TRACE(pass, low, ascending ? smaller : larger);  // shows the pass; leave both
            TRACE(pass, high, ascending ? larger : smaller);
            ++pass;
            barrier();  // the next pass reads what others wrote
        }
    }
    keys[i] = tile[i];
    keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
