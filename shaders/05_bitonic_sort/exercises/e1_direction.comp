#version 450 core
// Exercise 1: which way?  Every comparison knows its two places; say which of them gets the smaller key.
// Given:    the whole sort of v1, and all pairs. One workgroup, two keys per invocation.
// Wanted:   one line. The blocks alternate: the first ascends, the second descends, the third ascends ...
// Look at:  the first row of the picture. Every pair ascends here, so the next step finds nothing bitonic.
//   block 2:   0 1 | 2 3 | 4 5 | 6 7        block 4:   0 1 2 3 | 4 5 6 7
//              up    down  up    down                  up        down
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
            const uint low = 2u * i - (i & (stride - 1u));
            const uint high = low + stride;
            // [gap]
            const bool ascending = (low & block) == 0u;  // low / block is even
            //| // TODO: true if the pair is in the first, third, fifth ... block of `block` places.
            //| const bool ascending = true;
            // [/gap]

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
