#version 450 core
// v2 fixed: n passes are always enough, so nobody has to ask whether to stop.
// From v1:  no flag and no shared counter; `pass` is in a register, with the same value in every invocation.
// Gains:    right, for any data; everyone meets every barrier.
// Cost:     n passes even if the keys arrive in order.   Next: v3 does without the branch on the pass.
//   pass 1, even pairs:   0-1  2-3  4-5  6 .        n = 7: the last key has no partner
//   pass 2, odd pairs:    0  1-2  3-4  5-6
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "trace.glsl"

uniform uint n;

shared uint tile[2 * LOCAL_SIZE];

// Nobody else touches these two keys in this pass.
void compare_exchange(uint pass, uint low) {
    const uint high = low + 1u;
    if (high >= n) return;
    const uint a = tile[low], b = tile[high];
    const uint smaller = min(a, b), larger = max(a, b);
    tile[low] = smaller;
    tile[high] = larger;
    TRACE(pass - 1u, low, smaller);
    TRACE(pass - 1u, high, larger);
}

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];
    barrier();  // others compare what I loaded

    // [passes]
    for (uint pass = 1u; pass <= n; ++pass) {
        if (pass % 2u == 1u)  // the same answer in every invocation: no divergence
            compare_exchange(pass, 2u * i);
        else
            compare_exchange(pass, 2u * i + 1u);
        barrier();  // the next pass compares what others wrote
    }
    // [/passes]

    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
