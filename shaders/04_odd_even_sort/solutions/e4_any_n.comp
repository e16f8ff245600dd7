#version 450 core
// Solution of exercise 4: many workgroups.  Exercise 1's pair, with the invocation's number in the whole dispatch.
//   n = 10, LOCAL_SIZE = 2, even pairs:   0-1  2-3 | 4-5  6-7 | 8-9
//                           odd pairs:    0  1-2  3-4 | 5-6  7-8 | 9 .
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "grid.glsl"

uniform uint n;
uniform uint pass;

void main() {
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
}
