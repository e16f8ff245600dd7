#version 450 core
// Solution of exercise 2: who waits for whom?  A barrier after the loads and after each pass: whoever comes next
// compares what others loaded or wrote.
//   round 1   0-1  2-3  4-5  6 .      even pairs      n = 7: the last key has no partner
//             0  1-2  3-4  5-6        odd pairs
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "trace.glsl"

uniform uint n;

shared uint tile[2 * LOCAL_SIZE + 1];

void compare_exchange(uint pass, uint low) {
    const uint high = low + 1u;
    if (high >= n) return;  // an even pass of an odd n, an odd pass of an even n
    const uint smaller = min(tile[low], tile[high]), larger = max(tile[low], tile[high]);
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

    for (uint pass = 1u; pass <= n; pass += 2u) {
        compare_exchange(pass, 2u * i);
        barrier();  // the odd pass compares what others wrote in the even one
        compare_exchange(pass + 1u, 2u * i + 1u);
        barrier();  // and the next even pass, or the end, what others wrote in the odd one
    }

    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
