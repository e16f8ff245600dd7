#version 450 core
// Exercise 1: even and odd pairs.  Which pair of neighbours does invocation i compare in pass `pass`?
// Given:    n passes, the comparison, the barriers. A pair without an upper key is already skipped.
// Wanted:   one line: the lower place of the i-th pair.
// Look at:  the boxes in the picture. Here every pass compares the same pairs, so no key gets further than one place.
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
        // [gap]
        const uint low = 2u * i + (pass + 1u) % 2u;
        //| // TODO: passes 1, 3, 5 ... take the pairs (0, 1), (2, 3) ...; passes 2, 4, 6 ... take (1, 2), (3, 4) ...
        //| const uint low = 2u * i;
        // [/gap]
        const uint high = low + 1u;
        if (high < n) {
            const uint smaller = min(tile[low], tile[high]), larger = max(tile[low], tile[high]);
            tile[low] = smaller;
            tile[high] = larger;
            TRACE(pass - 1u, low, smaller);  // shows the pass; leave both
            TRACE(pass - 1u, high, larger);
        }
        barrier();  // the next pass compares what others wrote
    }

    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
