#version 450 core
// Exercise 6 of lesson 09: look back per digit. It replaces v6_one_sweep.
// Task:   look(): add up what all earlier tiles hold of digit d, one state at a time. Then say the tile's own prefix.
// Given:  states[t * RADIX + d], which tile t has published: nothing yet, the total of its own keys with digit d, or its prefix,
//         which counts all keys that come before those of tile t + 1. answers(), flag_of() (1: total, 2: prefix), VALUE,
//         publish(): see digit_states.glsl. Each invocation looks for its own digit. After `patience` fruitless looks,
//         and not before, it must give up: then the workgroup counts the silent tile itself.
// Look:   the rows "look back" and "sort by". Which tiles are wrong, and by how much?
//   digit 3, tile 5: tile 4 says total 1, tile 3 total 0, tile 2 prefix 64:   65 keys come before its first one
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Counts { uint count[]; };
layout(std430, binding = 2) coherent volatile buffer Tiles { uint ticket[32]; uint states[]; };
layout(std430, binding = 3) writeonly buffer Sorted { uint sorted[]; };
#include "lanes.glsl"
#include "trace.glsl"
#include "workgroup_scan.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint digit;
uniform uint columns;   // tiles
uniform uint patience;  // fruitless looks, all in all, before look() gives up

const uint TILE = uint(LOCAL_SIZE * EACH);
shared uint next[max(SUBGROUPS * RADIX, TILE)], to[RADIX], start[RADIX], total[RADIX];
shared uint my_tile, silent;  // silent: 1 + the last tile that did not answer; 0: all did

uint me() { return sg_id() * LANES + sg_lane(); }  // subgroup by subgroup, lane by lane: the order in which sg_* calls scan
uint row() { return sg_id() * RADIX; }
uint digit_of(uint key) { return key >> shift & (1u << width) - 1u; }
uint index_of(uint tile, uint load) { return tile * TILE + (sg_id() * EACH + load) * LANES + sg_lane(); }

#define DIGIT digit
#include "digit_states.glsl"

// Adds to `sum` what all tiles before `tile` have of digit d. False if one of them did not answer; `silent` says which.
bool look(uint d, uint tile, inout uint sum) {
    uint from = tile, polls = 0u;  // all tiles from `from` on are in the sum
    while (from > 0u && polls <= patience) {
        const uint state = states[(from - 1u) * RADIX + d];
        // [gap]
        if (answers(state)) {
            sum += state & VALUE;
            from = flag_of(state) == 2u ? 0u : from - 1u;
        } else {
            ++polls;
        }
        //| // TODO: nothing yet: one more fruitless look. A total: one more tile is in the sum. A prefix: what is left to do then?
        //| from -= 1u;
        // [/gap]
    }
    if (from > 0u) atomicMax(silent, from);
    return from == 0u;
}

// start[d] becomes the sum of all counts of smaller digits.
void smaller_digits(bool of_tile) {
    uint carry = 0u;
    for (uint first = 0u; first < RADIX; first += LOCAL_SIZE) {
        const uint d = first + me(), own = d >= RADIX ? 0u : of_tile ? total[d] : count[digit * RADIX + d];
        uint all;
        const uint up_to = wg_inclusive_add(own, all);
        if (d < RADIX) start[d] = carry + up_to - own;
        carry += all;
    }
}

// Counts a tile that is late, and publishes for it.
void help(uint tile) {
    if (tile == 0u) smaller_digits(false);
    for (uint d = me(); d < RADIX; d += LOCAL_SIZE) to[d] = 0u;
    barrier();
    for (uint i = tile * TILE + me(); i < min(tile * TILE + TILE, n); i += LOCAL_SIZE) atomicAdd(to[digit_of(keys[i])], 1u);
    barrier();
    for (uint d = me(); d < RADIX; d += LOCAL_SIZE)
        if (!answers(states[tile * RADIX + d])) publish(tile, d, tile == 0u ? PREFIX : TOTAL, to[d] + (tile == 0u ? start[d] : 0u));
}

// The place of my key with this digit: exercise 4.
uint take_place(uint d) {
    Lanes peers = everyone();
    for (uint b = 0u; b < BITS; ++b) {
        const bool one = (d & 1u << b) != 0u;
        const Lanes ones = votes(one);
        if (one) peers &= ones; else peers &= ~ones;
    }
    const uint before = many(peers & below(sg_lane())), last = highest(peers);
    uint first = 0u;
    if (sg_lane() == last) first = atomicAdd(next[row() + d], before + 1u);
    return sg_shuffle(first, last) + before;
}

// Counts the tile, says its totals, and hands out the places in the sorted tile.
void rank(uint tile, out uint key[EACH], out uint place[EACH]) {
    for (uint w = me(); w < SUBGROUPS * RADIX; w += LOCAL_SIZE) next[w] = 0u;
    barrier();
    for (uint k = 0u; k < EACH; ++k) {
        key[k] = index_of(tile, k) < n ? keys[index_of(tile, k)] : ~0u;
        if (index_of(tile, k) < n) atomicAdd(next[row() + digit_of(key[k])], 1u);
    }
    barrier();
    for (uint d = me(); d < RADIX; d += LOCAL_SIZE) {
        total[d] = 0u;
        for (uint s = 0u; s < SUBGROUPS; ++s) total[d] += next[s * RADIX + d];
        if (tile > 0u) publish(tile, d, TOTAL, total[d]);
    }
    smaller_digits(true);
    for (uint d = me(); d < RADIX; d += LOCAL_SIZE) {
        uint first = start[d];
        for (uint s = 0u; s < SUBGROUPS; ++s) {
            const uint own = next[s * RADIX + d];
            next[s * RADIX + d] = first;
            first += own;
        }
        to[d] = start[d];
    }
    barrier();
    for (uint k = 0u; k < EACH; ++k) place[k] = take_place(digit_of(key[k]));
}

void main() {
    if (me() == 0u) {
        my_tile = atomicAdd(ticket[digit], 1u);
        silent = 0u;
    }
    barrier();
    const uint tile = my_tile, left = n - tile * TILE;
    if (tile >= columns) return;  // the same for the whole workgroup
    uint key[EACH], place[EACH], late;
    do {
        rank(tile, key, place);
        if (tile == 0u) smaller_digits(false);
        for (uint d = me(); d < RADIX; d += LOCAL_SIZE) {
            uint before = tile == 0u ? start[d] : 0u;  // keys that come before the tile's first one with digit d
            // [gap]
            if (look(d, tile, before)) publish(tile, d, PREFIX, before + total[d]);
            //| look(d, tile, before);  // TODO: and if it found them all, publish the tile's own prefix
            // [/gap]
            TRACE(0, d * columns + tile, total[d]);  // shows the pass; leave it, and the next
            TRACE(1, d * columns + tile, before);
            to[d] = before - to[d];
        }
        barrier();
        late = silent;
        barrier();
        if (me() == 0u) silent = 0u;
        if (late != 0u) help(late - 1u);
    } while (late != 0u);  // begin again: the late tile's totals are known now
    for (uint k = 0u; k < EACH; ++k) next[place[k]] = key[k];
    barrier();
    for (uint k = 0u; k < EACH; ++k) {
        const uint p = me() + k * LOCAL_SIZE;
        if (p < left) sorted[to[digit_of(next[p])] + p] = next[p];
    }
}
