#version 450 core
// v5 runs: a tile is sorted in shared memory first. Keys with one digit are then a run, and a run is written side by side.
// From v4:  a key goes to its place in the tile, and from there to memory, by an invocation that has its neighbour's neighbour.
// Gains:    32 lanes write a few runs instead of 32 places: far fewer sectors for the same keys.
// Cost:     the whole tile in shared memory, and one more barrier.   Next: v6 needs no table and counts only once.
//   tile, digits 3 0 3 1 0 0 1 2   sorted 0 0 0 1 1 2 3 3   digit 1 begins at 3 in the tile and at 40 in memory: to[1] = 37
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint table[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint columns;
#define SHIFT shift
#define WIDTH width
#define EXCHANGE (LOCAL_SIZE * EACH)
#include "v4_multisplit.glsl"
#include "v5_smaller_digits.glsl"

void main() {
    const uint tile = flat_workgroup(), left = n - tile * TILE;
    if (tile >= columns) return;  // the same for the whole workgroup
    uint key[EACH], place[EACH], begin[PER];
    clear_counts();
    barrier();  // every word is 0 before anybody counts
    count_digits(tile, key);
    totals(begin);
    smaller_digits(begin);
    MY_DIGITS {
        begin_at(d, begin[j]);
        to[d] = table[d * columns + tile] - begin[j];
    }
    barrier();  // every subgroup knows where its keys begin
    // [GATHER]
    for (uint k = 0u; k < EACH; ++k) place[k] = take_place(digit_of(key[k]));
    barrier();  // nobody needs the counts any more: from here on, their words hold the sorted tile
    for (uint k = 0u; k < EACH; ++k) {
        next[place[k]] = key[k];
        if (place[k] < left) TRACE(0, tile * TILE + place[k], key[k]);
    }
    barrier();  // the tile is sorted
    for (uint k = 0u; k < EACH; ++k) {
        const uint p = me() + k * LOCAL_SIZE;
        if (p < left) sorted[to[digit_of(next[p])] + p] = next[p];
    }
    // [/GATHER]
}
