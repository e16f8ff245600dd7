#version 450 core
// v2 pick: each invocation owns one slot and picks the smaller or the larger of two keys for it.
// From v1:  nobody writes another's slot, as the first DirectX compute shaders demanded.
// Cost:     twice the invocations, each pair compared twice, two barriers per pass.   Next: v3 takes any n.
//   block 4, stride 2:   0 1 2 3        slot 0 keeps min(0, 2), slot 2 keeps max(2, 0)
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
            // [pass]
            const bool ascending = (i & block) == 0u;
            const bool is_low = (i & stride) == 0u;
            const uint mine = tile[i], other = tile[i ^ stride];
            barrier();  // both have been read before either is overwritten
            const uint picked = ascending == is_low ? min(mine, other) : max(mine, other);
            tile[i] = picked;
            TRACE(pass, i, picked);
            ++pass;
            barrier();  // the next pass reads what others wrote
            // [/pass]
        }
    }
    keys[i] = tile[i];
}
