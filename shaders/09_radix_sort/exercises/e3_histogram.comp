#version 450 core
// Exercise 3 of lesson 09: a histogram per subgroup. It replaces v4_ballots.
// Task:   count the digits of each subgroup's keys in shared memory. Then turn the counts into places: where the first key of
//         each digit goes, for each subgroup.
// Given:  next[], a row of RADIX words per subgroup; row() is where mine begins. table[d * columns + tile]: the place of the
//         tile's first key with digit d. take_place() finds the rest, once next[] holds the place of a subgroup's next key.
// Look:   the row "sort by bits 0 to 1". Are whole subgroups in the wrong place, or do keys overwrite each other?
//   counts of digit 2 in three subgroups: 5 0 3, the tile's first goes to 40:   next = 40 45 45
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint table[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint columns;

const uint LANES = uint(min(SUBGROUP, LOCAL_SIZE)), ROWS = uint(LOCAL_SIZE) / LANES;  // lanes per subgroup, subgroups
shared uint next[ROWS * RADIX];

uint me() { return gl_LocalInvocationIndex; }
uint row() { return sg_id() * RADIX; }
uint digit_of(uint key) { return key >> shift & (1u << width) - 1u; }
uint index_of(uint tile, uint load) { return (tile * LOCAL_SIZE + sg_id() * LANES) * EACH + load * LANES + sg_lane(); }

// How many lanes below `lane` are in the set.
uint below(uvec4 set, uint lane) {
    uint sum = 0u;
    for (int w = 0; w < 4; ++w) {
        const int some = clamp(int(lane) - 32 * w, 0, 32);
        sum += bitCount(some == 32 ? set[w] : set[w] & (1u << some) - 1u);
    }
    return sum;
}

// The place of a key with this digit: lanes with the same digit share one atomic addition, in the order of the lanes.
uint take_place(uint digit) {
    uvec4 peers = sg_ballot(true);
    for (uint b = 0u; b < BITS; ++b) {
        const bool one = (digit >> b & 1u) != 0u;
        const uvec4 ones = sg_ballot(one);
        peers &= one ? ones : ~ones;
    }
    const ivec4 bit = findMSB(peers) + ivec4(0, 32, 64, 96);
    const uint last = uint(peers.w != 0u ? bit.w : peers.z != 0u ? bit.z : peers.y != 0u ? bit.y : bit.x);
    const uint before = below(peers, sg_lane());
    uint first = 0u;
    if (sg_lane() == last) first = atomicAdd(next[row() + digit], before + 1u);
    return sg_shuffle(first, last) + before;
}

void main() {
    const uint tile = flat_workgroup();
    if (tile >= columns) return;  // the same for the whole workgroup
    // [gap]
    for (uint w = me(); w < ROWS * RADIX; w += LOCAL_SIZE) next[w] = 0u;
    barrier();  // all words are 0 before anybody counts
    //| // TODO: empty the rows; every word once, by any invocation.
    //| // TODO: count my keys in my subgroup's row. Other lanes count in the same words; keys from n on do not exist.
    // [/gap]
    for (uint k = 0u; k < EACH; ++k) {
        const uint i = index_of(tile, k);
        // [gap]
        if (i < n) atomicAdd(next[row() + digit_of(keys[i])], 1u);
        //| if (i < n) next[row() + digit_of(keys[i])] += 1u;
        // [/gap]
    }
    // [gap]
    barrier();  // everybody has counted
    // [/gap]
    for (uint d = me(); d < RADIX; d += LOCAL_SIZE) {
        uint place = table[d * columns + tile];
        // [gap]
        for (uint s = 0u; s < ROWS; ++s) {
            const uint count = next[s * RADIX + d];
            next[s * RADIX + d] = place;
            place += count;
        }
        //| // TODO: subgroup 0's keys come first, then subgroup 1's, and so on.
        //| for (uint s = 0u; s < ROWS; ++s) next[s * RADIX + d] = place;
        // [/gap]
    }
    barrier();  // every subgroup knows where its keys begin
    for (uint k = 0u; k < EACH; ++k) {
        const uint i = index_of(tile, k), key = i < n ? keys[i] : ~0u, to = take_place(digit_of(key));
        if (i < n) sorted[to] = key;
    }
}
