#version 450 core
// v2 count: each invocation counts the digits of its own run of EACH keys. The table has a row per digit and a column per run, so
// its exclusive scan says how many keys precede those of a run with a digit: all smaller digits, and this one in earlier runs.
//   two runs of 4, digits 3 0 3 1 | 0 0 1 2      digit 0: 1 2   digit 1: 1 1   digit 2: 0 1   digit 3: 2 0
//                                                scanned: 0 1            3 4            5 5            6 8
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Table { uint table[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint columns;

void main() {
    const uint run = flat_invocation();
    if (run >= columns) return;
    // [COUNT]
    uint count[RADIX];
    for (uint d = 0u; d < RADIX; ++d) count[d] = 0u;
    for (uint i = run * EACH; i < min(run * EACH + EACH, n); ++i) ++count[bitfieldExtract(keys[i], int(shift), int(width))];
    for (uint d = 0u; d < RADIX; ++d) table[d * columns + run] = count[d];
    // [/COUNT]
}
