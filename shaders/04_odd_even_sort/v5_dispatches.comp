#version 450 core
// v5 dispatches: one dispatch per pass, on the buffer itself, for any number of workgroups.
// From v4:  the end of a dispatch is the barrier that workgroups do not have between them; the host stops the loop.
// Gains:    n beyond one workgroup; many workgroups share a pass.
// Cost:     n dispatches, each of which reads every key from device memory.   Next: v6 replaces keys with blocks.
//   n = 10, LOCAL_SIZE = 2, even pairs:   0-1  2-3 | 4-5  6-7 | 8-9
//                           odd pairs:    0  1-2  3-4 | 5-6  7-8 | 9 .
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "grid.glsl"

uniform uint n;
uniform uint pass;  // from 1

void main() {
    // [pass]
    const uint i = flat_invocation();
    const uint low = pass % 2u == 1u ? 2u * i : 2u * i + 1u;
    const uint high = low + 1u;
    if (i == 0u) passes_made = pass;
    if (high >= n) return;  // no barrier follows below

    const uint a = keys[low], b = keys[high];
    if (a <= b) return;
    keys[low] = b;
    keys[high] = a;
    atomicAdd(swaps_made, 1u);  // never cleared: the host compares it with what it read a round ago
    // [/pass]
}
