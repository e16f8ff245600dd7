#version 450 core
// Exercise 4: any n.  One dispatch makes one pass on the buffer itself, with as many workgroups as it takes.
// Given:    `pairs`, the number of pairs (half the keys); `block` and `stride` of this pass; flat_invocation() from
//           grid.glsl, the invocation's number in the whole dispatch.
// Wanted:   the whole kernel, one pair per invocation. No loop, no shared memory, no atomics, no barrier: the end of the
//           dispatch is the barrier.
// Look at:  how many invocations there are, and how many pairs. Workgroups have 256 invocations; a small n has fewer pairs.
// No TRACE: each dispatch is one pass, and the buffer is read after it.
//   stride 4:   0 1 2 3 4 5 6 7
//               ^-------^            invocation 0
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"

uniform uint pairs;
uniform uint block;
uniform uint stride;

void main() {
    // [gap]
    const uint i = flat_invocation();
    if (i >= pairs) return;  // no barrier follows
    const uint low = 2u * i - (i & (stride - 1u));
    const uint high = low + stride;
    const bool ascending = (low & block) == 0u;

    const uint smaller = min(keys[low], keys[high]), larger = max(keys[low], keys[high]);
    keys[low] = ascending ? smaller : larger;
    keys[high] = ascending ? larger : smaller;
    //| // TODO: 1. the number of my pair; an invocation without one is done
    //| //       2. its two places, and the direction of their block
    //| //       3. the smaller key to one, the larger to the other
    // [/gap]
}
