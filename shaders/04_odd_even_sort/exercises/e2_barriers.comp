#version 450 core
// Exercise 2: who waits for whom?  Rounds of an even and an odd pass, right only within one subgroup, and not for every n.
// Given:    the comparisons and their order.
// Wanted:   a barrier wherever one invocation reads what another wrote, and what keeps a key without a partner where it is.
// Look at:  the first wrong place in the report. llvmpipe's subgroups have 8 invocations, which is 16 places.
//   round 1   0-1  2-3  4-5  6 .      even pairs      n = 7: the last key has no partner
//             0  1-2  3-4  5-6        odd pairs
// [gap]
// compares what others loaded or wrote.
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "trace.glsl"

uniform uint n;

// [gap]
shared uint tile[2 * LOCAL_SIZE + 1];
//| shared uint tile[2 * LOCAL_SIZE + 1];  // one place more: until you test for a pair, the last comparison reads it, though nobody wrote it
// [/gap]

void compare_exchange(uint pass, uint low) {
    const uint high = low + 1u;
    // [gap]
    if (high >= n) return;  // an even pass of an odd n, an odd pass of an even n
    //| // TODO: a key without a partner stays. n may be odd or even.
    // [/gap]
    const uint smaller = min(tile[low], tile[high]), larger = max(tile[low], tile[high]);
    tile[low] = smaller;
    tile[high] = larger;
    TRACE(pass - 1u, low, smaller);  // shows the pass; leave both
    TRACE(pass - 1u, high, larger);
}

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];
    // [gap]
    barrier();  // others compare what I loaded
    // [/gap]

    // [gap]
    //| // TODO: as many barriers as are needed, here and in the loop. Every invocation must meet each of them.
    // [/gap]
    for (uint pass = 1u; pass <= n; pass += 2u) {
        compare_exchange(pass, 2u * i);
        // [gap]
        barrier();  // the odd pass compares what others wrote in the even one
        // [/gap]
        compare_exchange(pass + 1u, 2u * i + 1u);
        // [gap]
        barrier();  // and the next even pass, or the end, what others wrote in the odd one
        // [/gap]
    }

    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
