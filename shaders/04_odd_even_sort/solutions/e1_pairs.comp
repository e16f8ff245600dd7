#version 450 core
// Solution of exercise 1: even and odd pairs.  Pairs are two places apart; the odd ones start at place 1.
//   pass 1, even pairs:   0-1  2-3  4-5  6 .        n = 7, invocations 0 to 3
//   pass 2, odd pairs:    0  1-2  3-4  5-6          invocations 0 to 2
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "trace.glsl"

uniform uint n;

shared uint tile[2 * LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];
    barrier();  // others compare what I loaded

    for (uint pass = 1u; pass <= n; ++pass) {
        const uint low = 2u * i + (pass + 1u) % 2u;
        const uint high = low + 1u;
        if (high < n) {
            const uint smaller = min(tile[low], tile[high]), larger = max(tile[low], tile[high]);
            tile[low] = smaller;
            tile[high] = larger;
            TRACE(pass - 1u, low, smaller);
            TRACE(pass - 1u, high, larger);
        }
        barrier();  // the next pass compares what others wrote
    }

    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
