// SPDX-License-Identifier: MIT
// Ranks the keys of a tile by their digits: v4 to v7 include this after subgroup.glsl, the layout line, keys[], n and SHIFT and
// WIDTH, the digit's place in a key. SUBGROUP is the number of lanes that the driver has. A tile is LOCAL_SIZE * EACH keys, one
// part per subgroup; in each of EACH loads, the lanes of a subgroup read neighbours. All functions contain barriers or sg_* calls,
// and need workgroup-uniform control flow. Parts: ids, count, where digits begin, ballots, places.
#if LOCAL_SIZE >= RADIX  // each invocation has one digit at most: little to unroll, and arrays stay in registers
#pragma optionNV(unroll all)
#endif
const uint LANES = uint(min(SUBGROUP, LOCAL_SIZE)), ROWS = uint(LOCAL_SIZE) / LANES, TILE = uint(LOCAL_SIZE * EACH);
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
// Loads the tile's keys and counts each subgroup's digits. Beyond n, keys of ones come after all others and are not counted.
void count_digits(uint tile, out uint key[EACH]) {
    for (uint w = me(); w < ROWS * RADIX; w += LOCAL_SIZE) next[w] = 0u;
    const bool whole = n - tile * TILE >= TILE;
    if (whole) for (uint k = 0u; k < EACH; ++k) key[k] = keys[index_of(tile, k)];
    else for (uint k = 0u; k < EACH; ++k) key[k] = index_of(tile, k) < n ? keys[index_of(tile, k)] : ~0u;
    barrier();
    for (uint k = 0u; k < EACH; ++k)
        if (whole || index_of(tile, k) < n) atomicAdd(next[row() + digit_of(key[k])], 1u);
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

// A set of lanes: one word if they fit.
#if SUBGROUP > 32
#define Lanes uvec4
Lanes votes(bool b) { return sg_ballot(b); }
Lanes everyone() { return uvec4(~0u, LANES > 32u ? ~0u : 0u, LANES > 64u ? ~0u : 0u, LANES > 96u ? ~0u : 0u) >> (LANES < 32u ? 32u - LANES : 0u); }
uint many(Lanes set) { const ivec4 c = bitCount(set); return uint(c.x + c.y + c.z + c.w); }
uint highest(Lanes set) {
    const ivec4 bit = findMSB(set) + ivec4(0, 32, 64, 96);
    return uint(set.w != 0u ? bit.w : set.z != 0u ? bit.z : set.y != 0u ? bit.y : bit.x);
}
Lanes below_me() {
    uvec4 set;
    for (uint w = 0u; w < 4u; ++w) {
        const uint first = 32u * w, lane = sg_lane();
        set[w] = lane >= first + 32u ? ~0u : lane <= first ? 0u : (1u << (lane - first)) - 1u;
    }
    return set;
}
#else
#define Lanes uint
Lanes votes(bool b) { return sg_ballot(b).x; }
Lanes everyone() { return ~0u >> 32u - LANES; }
uint many(Lanes set) { return uint(bitCount(set)); }
uint highest(Lanes set) { return uint(findMSB(set)); }
Lanes below_me() { return (1u << sg_lane()) - 1u; }
#endif

// [PEERS]
// The lanes that hold the same digit as mine: a ballot per bit, and a lane that votes otherwise is out.
Lanes peers_of(uint digit) {
    Lanes peers = everyone();
    for (uint b = 0u; b < BITS; ++b) {
        const bool one = (digit >> b & 1u) != 0u;
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
    const uint before = many(peers & below_me()), last = highest(peers);
    uint first = 0u;
    if (sg_lane() == last) first = atomicAdd(next[row() + digit], before + 1u);
    return sg_shuffle(first, last) + before;
}
// [/PLACE]
