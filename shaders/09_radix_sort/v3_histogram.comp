#version 450 core
// v3 histogram: digits of eight bits. A workgroup shares one histogram of its tile; parts/v3_count.comp makes it, this scatters.
// From v2:  counts are in shared memory, one per digit, and neighbouring invocations read neighbouring keys.
// Gains:    4 rounds instead of 8, and coalesced reads.
// Cost:     who comes first among equal digits? Atomics do not say, so each key looks at the digits of the whole workgroup:
//           LOCAL_SIZE comparisons per key. Writes go anywhere.   Next: v4 asks the whole subgroup at once.
//   digits 3 0 3 1 0:   the second 3 has one equal digit to its left, so it goes to next[3] + 1
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint table[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint columns;

shared uint next[RADIX + 1];  // where the next key of each digit goes; the last one is for invocations without a key
shared uint digits[LOCAL_SIZE];

void main() {
    const uint tile = flat_workgroup(), me = gl_LocalInvocationID.x;
    if (tile >= columns) return;  // the same for the whole workgroup
    for (uint d = me; d < RADIX; d += LOCAL_SIZE) next[d] = table[d * columns + tile];
    if (me == 0u) next[RADIX] = 0u;
    for (uint k = 0u; k < EACH; ++k) {
        // [RANK]
        const uint i = (tile * EACH + k) * LOCAL_SIZE + me;
        const uint key = i < n ? keys[i] : 0u;
        const uint digit = i < n ? bitfieldExtract(key, int(shift), int(width)) : RADIX;
        digits[me] = digit;
        barrier();  // everyone can see the others' digits, and what they added to next
        uint to = next[digit];
        for (uint other = 0u; other < LOCAL_SIZE; ++other) to += other < me && digits[other] == digit ? 1u : 0u;
        barrier();  // all have read before anybody adds
        atomicAdd(next[digit], 1u);
        if (i < n) sorted[to] = key;
        // [/RANK]
    }
}
