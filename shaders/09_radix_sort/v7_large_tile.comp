#version 450 core
// v7 large tile: more keys per invocation, all in registers, and an exchange that is smaller than the tile.
// From v6:  the tile passes through shared memory in ROUNDS. A program per digit; a digit that all keys share is but a copy.
// Gains:    fewer tiles look back (at 2^24 keys 2428, not 4096), longer runs, and still several workgroups on a multiprocessor.
// Cost:     registers: a few keys more per invocation, and they leave for memory.
// Parts:    load and count | publish | places by ballots | exchange | look back | write, round by round.
//   tile of 12, exchange of 6:   round 0 hands on the keys with places 0 .. 5, round 1 those with places 6 .. 11
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Counts { uint count[]; };
layout(std430, binding = 2) coherent volatile buffer Tiles { uint ticket[32]; uint states[]; };
layout(std430, binding = 3) writeonly buffer Sorted { uint sorted[]; };
#include "trace.glsl"

uniform uint n;
uniform uint columns;
#define EXCHANGE (LOCAL_SIZE * EACH / ROUNDS)
#include "v4_multisplit.glsl"
#include "v5_smaller_digits.glsl"
#include "v7_one_digit.glsl"

void main() {
    ask_for_one_digit();
    const uint tile = take_tile(), left = n - tile * TILE;
    if (tile >= columns) return;  // the same for the whole workgroup
    if (one_digit) { copy_tile(tile); return; }
    uint key[EACH], place[EACH], total[PER], begin[PER], before[PER];
    count_digits(tile, key);
    totals(total);
    announce(tile, total, before);
    begin = total;
    smaller_digits(begin);
    MY_DIGITS begin_at(d, begin[j]);
    barrier();  // every subgroup knows where its keys begin
    for (uint k = 0u; k < EACH; ++k) place[k] = take_place(digit_of(key[k]));
    barrier();  // nobody needs the counts any more: from here on, their words are the exchange
    for (uint k = 0u; k < EACH; ++k) if (place[k] < EXCHANGE) next[place[k]] = key[k];
    look_back(tile, total, begin, before);
    // [ROUNDS]
    MY_DIGITS {
        TRACE(0, d * columns + tile, total[j]);
        TRACE(1, d * columns + tile, before[j]);
    }
    for (uint r = 0u; r < ROUNDS; ++r) {
        const uint first = r * EXCHANGE;
        if (r > 0u) {
            barrier();  // all have read the round before
            for (uint k = 0u; k < EACH; ++k) if (place[k] - first < EXCHANGE) next[place[k] - first] = key[k];
            barrier();
        }
        for (uint k = 0u; k < EACH / ROUNDS; ++k) {
            const uint q = me() + k * LOCAL_SIZE, mine = next[q];
            if (first + q < left) sorted[to[digit_of(mine)] + first + q] = mine;
        }
    }
    // [/ROUNDS]
}
