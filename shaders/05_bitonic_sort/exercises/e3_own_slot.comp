#version 450 core
// Exercise 3: own slot.  Every invocation owns one slot, reads its partner's key, and picks what its own slot keeps.
// Given:    loading and storing, the loops, the direction of the block.
// Wanted:   the partner's index, the pick, and a barrier wherever one is needed; none where none is.
// Look at:  the first wrong pass in the check's report. llvmpipe's subgroups have 8 invocations: from which stride on
//           are partners in different ones?
//   block 4, stride 2, ascending:   slot   0    1    2    3
//                                   keeps  min  min  max  max     of its own key and that of slot 2, 3, 0, 1
// [gap]
//                                   keeps  min  min  max  max
// [/gap]
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
            // [gap]
            const bool is_low = (i & stride) == 0u;
            const uint mine = tile[i], other = tile[i ^ stride];
            barrier();  // both have been read before either is overwritten
            const uint picked = ascending == is_low ? min(mine, other) : max(mine, other);
            //| // TODO: read my key and my partner's. The partner's index differs from mine in one bit.
            //| const uint mine = tile[i], other = mine;
            //| // TODO: the smaller or the larger one? Both partners see the same two keys and must not pick the same.
            //| const uint picked = min(mine, other);
            // [/gap]
            tile[i] = picked;
            TRACE(pass, i, picked);  // shows the pass; leave it
            ++pass;
            // [gap]
            barrier();  // the next pass reads what others wrote
            //| // TODO: who reads what was written here, and who may still be reading what was overwritten here?
            // [/gap]
        }
    }
    keys[i] = tile[i];
}
