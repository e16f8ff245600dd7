#version 450 core
// Exercise 4: many workgroups.  One dispatch makes one pass on the buffer itself.
// Given:    n, the pass (from 1; even passes start at key 0), flat_invocation() from grid.glsl.
// Wanted:   the whole kernel, pair i for invocation i, no loop, and atomics only to count. It counts its swaps in
//           swaps_made, which nobody clears: the host reads it after every second pass, stops once it has not changed,
//           and checks it at the end. passes_made gets the pass's number.
// Look at:  n odd and n even: which invocation has no pair in which pass?
// No TRACE: each dispatch is one pass, and the buffer is read after it.
//   n = 10, LOCAL_SIZE = 2, even pairs:   0-1  2-3 | 4-5  6-7 | 8-9
//                           odd pairs:    0  1-2  3-4 | 5-6  7-8 | 9 .
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "grid.glsl"

uniform uint n;
uniform uint pass;

void main() {
    // [gap]
    const uint i = flat_invocation();
    if (i == 0u) passes_made = pass;
    const uint low = 2u * i + (pass + 1u) % 2u;
    const uint high = low + 1u;
    if (high >= n) return;  // no barrier follows

    const uint a = keys[low], b = keys[high];
    if (a <= b) return;
    keys[low] = b;
    keys[high] = a;
    atomicAdd(swaps_made, 1u);
    //| // TODO: 1. one invocation notes the number of the pass
    //| //       2. my pair; an invocation without one is done
    //| //       3. swap the two keys if they are in the wrong order, and count it
    // [/gap]
}
