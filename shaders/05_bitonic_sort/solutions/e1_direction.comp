#version 450 core
// Solution of exercise 1: which way?  `block` has one bit, and that bit of a place says whether its block's number is odd.
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
            const bool ascending = (low & block) == 0u;  // low / block is even

            const uint smaller = min(tile[low], tile[high]), larger = max(tile[low], tile[high]);
            tile[low] = ascending ? smaller : larger;
            tile[high] = ascending ? larger : smaller;
            TRACE(pass, low, ascending ? smaller : larger);
            TRACE(pass, high, ascending ? larger : smaller);
            ++pass;
            barrier();  // the next pass reads what others wrote
        }
    }
    keys[i] = tile[i];
    keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
