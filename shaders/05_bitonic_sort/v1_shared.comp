#version 450 core
// v1 shared: one workgroup sorts 2 * LOCAL_SIZE keys in shared memory, one pair per invocation.
// Gains:    every invocation compares in every pass; which pairs depends only on the pass number, never on the keys.
// Cost:     one workgroup: no more keys than its invocations can pair up.   Next: v2 writes only its own slot.
//   block 4, stride 2:   0 1 2 3 | 4 5 6 7
//                        ^---^     v---v       invocations 0 and 2; block 4 ascends, the next descends
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
            // [pass]
            // The i-th index whose bit `stride` is 0, and its partner.
            const uint low = 2u * i - (i & (stride - 1u));
            const uint high = low + stride;
            const bool ascending = (low & block) == 0u;

            const uint a = tile[low], b = tile[high];
            const uint smaller = min(a, b), larger = max(a, b);
            tile[low] = ascending ? smaller : larger;
            tile[high] = ascending ? larger : smaller;
            TRACE(pass, low, ascending ? smaller : larger);
            TRACE(pass, high, ascending ? larger : smaller);
            ++pass;
            barrier();  // the next pass reads what others wrote
            // [/pass]
        }
    }
    keys[i] = tile[i];
    keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
