#version 450 core
// v2 four bits: a round sorts by a digit of four bits, in three steps: count (parts/v2_count.comp), scan (lesson 06's v4), scatter.
// From v1:  16 places to go to instead of two; the table counts digits in runs of keys, so it is no larger than the keys.
// Gains:    8 rounds instead of 32.
// Cost:     neighbouring invocations read keys that are EACH apart, and write wherever their digits lead. With 256 digits the
//           private arrays would leave the registers.   Next: v3 has one histogram per workgroup.
//   run 1 has digits 0 0 1 2, and the scan says 1, 4, 5:   its keys go to places 1, 2, 4 and 5
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint table[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint columns;

void main() {
    const uint run = flat_invocation();
    if (run >= columns) return;
    // [SCATTER]
    uint next[RADIX];  // where the next key of each digit goes
    for (uint d = 0u; d < RADIX; ++d) next[d] = table[d * columns + run];
    for (uint i = run * EACH; i < min(run * EACH + EACH, n); ++i)
        sorted[next[bitfieldExtract(keys[i], int(shift), int(width))]++] = keys[i];
    // [/SCATTER]
}
