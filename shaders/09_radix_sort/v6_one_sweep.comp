#version 450 core
// v6 one sweep: a dispatch per digit. Each tile is counted, looks back for what precedes it, and is written: no table, no scan.
// From v5:  all digits' histograms come from one read (parts/v6_count_all.comp); lesson 06's look-back is made for 256 digits at once.
// Gains:    a round reads and writes each key once; v5 reads it twice. With 4 digits: 9 times the keys' bytes instead of 12.
// Cost:     tiles wait for each other, though never in vain: one that waits too long counts the late tile itself.
//           Next: v7 makes the same with larger tiles and less shared memory.
//   digit 3, tile 5: 2 keys of its own; tile 4 says total 1, tile 3 total 0, tile 2 prefix 64:   its two go to 65 and 66
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Counts { uint count[]; };
layout(std430, binding = 2) coherent volatile buffer Tiles { uint ticket[32]; uint states[]; };
layout(std430, binding = 3) writeonly buffer Sorted { uint sorted[]; };
#include "trace.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint digit;
uniform uint columns;
#define SHIFT shift
#define WIDTH width
#define DIGIT digit
#define LOOKS 4
#define EXCHANGE (LOCAL_SIZE * EACH)
#include "v4_multisplit.glsl"
#include "v5_smaller_digits.glsl"
#include "v6_look_back.glsl"

void main() {
    const uint tile = take_tile(), left = n - tile * TILE;
    if (tile >= columns) return;  // the same for the whole workgroup
    uint key[EACH], place[EACH], total[PER], begin[PER], before[PER];
    // [SWEEP]
    count_digits(tile, key);
    totals(total);
    announce(tile, total, before);
    begin = total;
    smaller_digits(begin);
    MY_DIGITS begin_at(d, begin[j]);
    barrier();  // every subgroup knows where its keys begin
    for (uint k = 0u; k < EACH; ++k) place[k] = take_place(digit_of(key[k]));
    look_back(tile, total, begin, before);  // its barrier also ends the ranking: the words of the counts are free
    MY_DIGITS {
        TRACE(0, d * columns + tile, total[j]);
        TRACE(1, d * columns + tile, before[j]);
    }
    // [/SWEEP]
    for (uint k = 0u; k < EACH; ++k) next[place[k]] = key[k];
    barrier();  // the tile is sorted
    for (uint k = 0u; k < EACH; ++k) {
        const uint p = me() + k * LOCAL_SIZE;
        if (p < left) sorted[to[digit_of(next[p])] + p] = next[p];
    }
}
