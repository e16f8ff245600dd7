#version 450 core
// v3 paired: rounds of one even and one odd pass.
// From v2:  two passes in the loop body, so neither has to ask which kind it is.
// Gains:    half the iterations, and no branch.
// Cost:     one pass too many if n is odd.   Next: v4 stops after a round without a swap.
//   round 1   0-1  2-3  4-5  6 .      even pairs
//             0  1-2  3-4  5-6        odd pairs
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

    // [rounds]
    for (uint pass = 1u; pass <= n; pass += 2u) {
        compare_exchange(pass, 2u * i);
        barrier();  // the odd pass compares what others wrote in the even one
        compare_exchange(pass + 1u, 2u * i + 1u);
        barrier();  // and the next even pass, or the end, what others wrote in the odd one
    }
    // [/rounds]

    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
