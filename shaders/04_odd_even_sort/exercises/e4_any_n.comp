#version 450 core
// Exercise 4: many workgroups.  One dispatch makes one pass on the buffer itself.
// Given:    n, the pass (from 1; odd passes begin at key 0), flat_invocation() of grid.glsl.
// Wanted:   the whole kernel. It counts its swaps in swaps_made, which nobody clears: the host reads it behind every
//           second pass, stops when it has not changed, and compares it in the end. The pass's number goes to passes_made.
// Look at:  n odd and n even: which invocation has no pair in which pass?
// No TRACE: each dispatch is one pass, and the buffer is read behind it.
//   n = 10, LOCAL_SIZE = 2, odd:    0-1  2-3 | 4-5  6-7 | 8-9
//                           even:   0  1-2  3-4 | 5-6  7-8 | 9 .
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "grid.glsl"

uniform uint n;
uniform uint pass;

void main() {
    // TODO: 1. one invocation tells the number of the pass
    //       2. my pair; whoever has none is done
    //       3. swap the two keys where they are in the wrong order, and count it
}
