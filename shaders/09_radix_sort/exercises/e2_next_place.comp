#version 450 core
// Exercise 2 of lesson 09: the next place. It replaces v2_four_bits.
// Task:   an invocation walks through its run of EACH keys and gives each one the next place of its digit. Three gaps.
// Given:  the table, with a row per digit and a column per run. Entry (digit, run): how many keys come before those of this
//         run with this digit. RADIX is the number of digits, `columns` the number of runs. The last run may be short.
// Look:   the row "sort by bits 0 to 1", and the digits: which keys have the same digit, and who was first?
//   run 1 has digits 0 0 1 2, and its column of the table is 1 4 5 8:   the keys go to places 1, 2, 4 and 5
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint table[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;  // the digit's lowest bit
uniform uint width;  // its number of bits; the last digit of a key may have fewer than the others
uniform uint columns;

// [gap]
uint digit_of(uint key) { return key >> shift & (1u << width) - 1u; }
//| // TODO: the `width` bits of the key from bit `shift` on, as a number.
//| uint digit_of(uint key) { return key % RADIX; }
// [/gap]

void main() {
    const uint run = flat_invocation();
    if (run >= columns) return;
    uint next[RADIX];  // where the next key of each digit goes
    // [gap]
    for (uint d = 0u; d < RADIX; ++d) next[d] = table[d * columns + run];
    //| for (uint d = 0u; d < RADIX; ++d) next[d] = table[d];  // TODO: the column of this run
    // [/gap]
    for (uint i = run * EACH; i < min(run * EACH + EACH, n); ++i) {
        const uint digit = digit_of(keys[i]);
        // [gap]
        //| // TODO: this key takes the next place of its digit. And the one after it?
        // [/gap]
        sorted[next[digit]] = keys[i];
        // [gap]
        ++next[digit];
        // [/gap]
    }
}
