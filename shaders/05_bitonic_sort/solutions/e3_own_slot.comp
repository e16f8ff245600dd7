#version 450 core
// Solution of exercise 3: own slot.  Both partners read the same two keys; the lower one keeps what comes first.
//   block 4, stride 2, ascending:   slot   0    1    2    3
//                                   keeps  min  min  max  max
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "trace.glsl"

shared uint tile[LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    tile[i] = keys[i];
    barrier();

    uint pass = 0u;
    for (uint block = 2u; block <= LOCAL_SIZE; block *= 2u) {
        for (uint stride = block / 2u; stride > 0u; stride /= 2u) {
            const bool ascending = (i & block) == 0u;
            const bool is_low = (i & stride) == 0u;
            const uint mine = tile[i], other = tile[i ^ stride];
            barrier();  // both have been read before either is overwritten
            const uint picked = ascending == is_low ? min(mine, other) : max(mine, other);
            tile[i] = picked;
            TRACE(pass, i, picked);
            ++pass;
            barrier();  // the next pass reads what others wrote
        }
    }
    keys[i] = tile[i];
}
