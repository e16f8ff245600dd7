// SPDX-License-Identifier: MIT
// Ranks the keys of a tile by their digits: v4 to v8 include this after subgroup.glsl, the layout line, keys[], n and SHIFT and
// WIDTH, the digit's place in a key. SUBGROUP is the number of lanes that the driver has. A tile is LOCAL_SIZE * EACH keys, one
// part per subgroup; in each of EACH loads, the lanes of a subgroup read neighbours. All functions contain barriers or sg_* calls,
// and need workgroup-uniform control flow. Parts: ids, count, where digits begin, ballots, places.
#if LOCAL_SIZE >= RADIX  // each invocation has one digit at most: little to unroll, and arrays stay in registers
#pragma optionNV(unroll all)
#endif
#ifndef KEY  // v8 reads pairs
#define KEY(at) keys[at]
#define LOAD(at, k) KEY(at)
#define LOAD_WHOLE(at, k) KEY(at)
#define STORE(at, key, k) sorted[at] = key
#endif
#include "lanes.glsl"
const uint ROWS = SUBGROUPS, TILE = uint(LOCAL_SIZE * EACH);
#ifndef EXCHANGE
#define EXCHANGE 1
#endif
// A row of RADIX words per subgroup: first the number of its keys with each digit, then the place of its next key with that digit.
shared uint next[max(int(ROWS) * RADIX, EXCHANGE)];

uint me() { return gl_LocalInvocationIndex; }
uint row() { return sg_id() * RADIX; }
uint digit_of(uint k) { return k >> SHIFT & ((1u << WIDTH) - 1u); }
uint index_of(uint tile, uint load) { return tile * TILE + (sg_id() * EACH + load) * LANES + sg_lane(); }

// [COUNT]
// No barrier: between this and count_digits there must be one.
void clear_counts() {
    for (uint w = me(); w < ROWS * RADIX; w += LOCAL_SIZE) next[w] = 0u;
}

// Loads the tile's keys and counts each subgroup's digits. Beyond n, keys of ones come after all others.
void count_digits(uint tile, out uint key[EACH]) {
    const bool whole = n - tile * TILE >= TILE;  // asked once, not for each key
    const uint first = index_of(tile, 0u);
    if (whole) for (uint k = 0u; k < EACH; ++k) key[k] = LOAD(first + k * LANES, k);
    else for (uint k = 0u; k < EACH; ++k) key[k] = first + k * LANES < n ? LOAD(first + k * LANES, k) : ~0u;
    for (uint k = 0u; k < EACH; ++k) atomicAdd(next[row() + digit_of(key[k])], 1u);
    barrier();
}
// [/COUNT]

// [BEGIN]
// The tile's keys of digit d.
uint total_of(uint d) {
    uint total = 0u;
    for (uint s = 0u; s < ROWS; ++s) total += next[s * RADIX + d];
    return total;
}

// The first of them goes to `place`: turns the counts of digit d into the place where each subgroup's keys begin.
void begin_at(uint d, uint place) {
    for (uint s = 0u; s < ROWS; ++s) {
        const uint count = next[s * RADIX + d];
        next[s * RADIX + d] = place;
        place += count;
    }
}
// [/BEGIN]

// [PEERS]
// The lanes that hold the same digit as mine: a ballot per bit, and a lane that votes otherwise is out.
Lanes peers_of(uint digit) {
    Lanes peers = everyone();
    for (uint b = 0u; b < BITS; ++b) {
        const bool one = (digit & 1u << b) != 0u;  // digit >> b & 1u would be one instruction more
        const Lanes ones = votes(one);
        if (one) peers &= ones; else peers &= ~ones;
    }
    return peers;
}
// [/PEERS]

// [PLACE]
// The place of my key with this digit, after those of earlier loads and of lower lanes. The highest lane of a digit adds all of
// its peers at once; they take its answer, so no lane relies on what another one stores.
uint take_place(uint digit) {
    const Lanes peers = peers_of(digit);
    const uint before = many(peers & lower_lanes());
    uint first = 0u;
    if (none(peers & higher_lanes())) first = atomicAdd(next[row() + digit], before + 1u);
    return sg_shuffle(first, highest(peers)) + before;
}
// [/PLACE]
