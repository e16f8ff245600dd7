#version 450 core
// v8 pairs: a value travels with each key.
// From v7:  keys and values pass through the exchange side by side; between two digits they are joined in one vector.
// Gains:    records can be sorted. With the values 0, 1, 2 .. the result says where each key was.
// Cost:     twice the bytes, a register more per key, and an exchange of half as many places: more rounds.
// Parts:    load and count | publish | places by ballots | values | exchange | look back | write, round by round.
//   exchange of 12 words:   the keys with places 0 .. 5, then the values with places 0 .. 5
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 1) readonly buffer Counts { uint count[]; };
layout(std430, binding = 2) coherent volatile buffer Tiles { uint ticket[32]; uint states[]; };
#include "v8_values.glsl"
#include "trace.glsl"

uniform uint n;
uniform uint columns;
#define EXCHANGE (2 * PLACES)
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
#if !FROM_PAIRS
    const uint first_value = index_of(tile, 0u);
    if (left >= TILE) for (uint k = 0u; k < EACH; ++k) value[k] = values[first_value + k * LANES];
    else for (uint k = 0u; k < EACH; ++k) value[k] = first_value + k * LANES < n ? values[first_value + k * LANES] : 0u;
#endif
    for (uint k = 0u; k < EACH; ++k) if (place[k] < PLACES) next[place[k]] = key[k];
    for (uint k = 0u; k < EACH; ++k) if (place[k] < PLACES) next[PLACES + place[k]] = value[k];
    look_back(tile, total, begin, before);
    MY_DIGITS {
        TRACE(0, d * columns + tile, total[j]);
        TRACE(1, d * columns + tile, before[j]);
    }
    // [ROUNDS]
    for (uint r = 0u; r < ROUNDS; ++r) {
        const uint first = r * PLACES;
        if (r > 0u) {
            barrier();  // all have read the round before
            for (uint k = 0u; k < EACH; ++k) if (place[k] - first < PLACES) next[place[k] - first] = key[k];
            for (uint k = 0u; k < EACH; ++k) if (place[k] - first < PLACES) next[PLACES + place[k] - first] = value[k];
            barrier();
        }
        for (uint k = 0u; k < EACH / ROUNDS; ++k) {
            const uint q = me() + k * LOCAL_SIZE, mine = next[q];
            if (first + q < left) store(to[digit_of(mine)] + first + q, mine, next[PLACES + q]);
        }
    }
    // [/ROUNDS]
}
