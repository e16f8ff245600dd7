#version 450 core
// Exercise 5 of lesson 09: sort the tile before you write it. It replaces v5_runs.
// Task:   each key goes to its place in the sorted tile, in shared memory. Then neighbouring invocations take neighbouring keys
//         from there, and write them. Two loops and two barriers.
// Given:  place[k], where key[k] belongs in the sorted tile. to[d]: a key with digit d at place p of the tile belongs at
//         to[d] + p in memory. next[]: at least TILE words; the ranking needs them, and nobody after it.
// Look:   the rows "sort tiles by" and "sort by". The judge counts the pieces of memory that are touched, too.
//   tile, digits 3 0 3 1 0 0 1 2   sorted 0 0 0 1 1 2 3 3   digit 1 begins at 3 in the tile and at 40 in memory: to[1] = 37
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint table[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"
#include "trace.glsl"
#include "workgroup_scan.glsl"

uniform uint n;
uniform uint shift;
uniform uint width;
uniform uint columns;

const uint LANES = uint(min(SUBGROUP, LOCAL_SIZE)), ROWS = uint(LOCAL_SIZE) / LANES, TILE = uint(LOCAL_SIZE * EACH);
shared uint next[max(ROWS * RADIX, TILE)];
shared uint to[RADIX];

uint me() { return gl_LocalInvocationIndex; }
uint row() { return sg_id() * RADIX; }
uint digit_of(uint key) { return key >> shift & (1u << width) - 1u; }
uint index_of(uint tile, uint load) { return tile * TILE + (sg_id() * EACH + load) * LANES + sg_lane(); }

// How many lanes below `lane` are in the set.
uint below(uvec4 set, uint lane) {
    uint sum = 0u;
    for (int w = 0; w < 4; ++w) {
        const int some = clamp(int(lane) - 32 * w, 0, 32);
        sum += bitCount(some == 32 ? set[w] : set[w] & (1u << some) - 1u);
    }
    return sum;
}

// The last lane in a set that is not empty.
uint highest(uvec4 set) {
    const ivec4 bit = findMSB(set) + ivec4(0, 32, 64, 96);
    return uint(set.w != 0u ? bit.w : set.z != 0u ? bit.z : set.y != 0u ? bit.y : bit.x);
}

// The place of my key with this digit: exercise 4.
uint take_place(uint digit) {
    uvec4 peers = sg_ballot(true);
    for (uint b = 0u; b < BITS; ++b) {
        const bool one = (digit >> b & 1u) != 0u;
        const uvec4 ones = sg_ballot(one);
        peers &= one ? ones : ~ones;
    }
    const uint before = below(peers, sg_lane()), last = highest(peers);
    uint first = 0u;
    if (sg_lane() == last) first = atomicAdd(next[row() + digit], before + 1u);
    return sg_shuffle(first, last) + before;
}

// Counts the digits of each subgroup's keys, and turns the counts into places in the sorted tile.
void begin(uint tile) {
    for (uint w = me(); w < ROWS * RADIX; w += LOCAL_SIZE) next[w] = 0u;
    barrier();
    for (uint k = 0u; k < EACH; ++k)
        if (index_of(tile, k) < n) atomicAdd(next[row() + digit_of(keys[index_of(tile, k)])], 1u);
    barrier();
    uint smaller = 0u;  // keys of the tile with smaller digits than the next LOCAL_SIZE ones
    for (uint first = 0u; first < RADIX; first += LOCAL_SIZE) {
        const uint d = first + wg_element();
        uint own = 0u, all;
        for (uint s = 0u; s < ROWS && d < RADIX; ++s) own += next[s * RADIX + d];
        uint place = smaller + wg_inclusive_add(own, all) - own;
        smaller += all;
        if (d < RADIX) to[d] = table[d * columns + tile] - place;
        for (uint s = 0u; s < ROWS && d < RADIX; ++s) {
            const uint count = next[s * RADIX + d];
            next[s * RADIX + d] = place;
            place += count;
        }
    }
    barrier();
}

void main() {
    const uint tile = flat_workgroup(), left = n - tile * TILE;  // keys from here on; the last tile may be short
    if (tile >= columns) return;  // the same for the whole workgroup
    begin(tile);
    uint key[EACH], place[EACH];
    for (uint k = 0u; k < EACH; ++k) {
        key[k] = index_of(tile, k) < n ? keys[index_of(tile, k)] : ~0u;  // sorts last, and is not written
        place[k] = take_place(digit_of(key[k]));
        if (place[k] < left) TRACE(0, tile * TILE + place[k], key[k]);  // shows the pass; leave it
    }
    // [gap]
    barrier();  // nobody needs the counts any more: from here on, their words hold the sorted tile
    for (uint k = 0u; k < EACH; ++k) next[place[k]] = key[k];
    barrier();  // the tile is sorted
    for (uint k = 0u; k < EACH; ++k) {
        const uint p = k * LOCAL_SIZE + me();
        if (p < left) sorted[to[digit_of(next[p])] + p] = next[p];
    }
    //| // TODO: bring the keys to their places in next[]. Who may still need what is in there?
    //| // TODO: write the sorted tile, side by side. Which invocation takes which place?
    //| for (uint k = 0u; k < EACH; ++k)
    //|     if (place[k] < left) sorted[place[k]] = key[k];
    // [/gap]
}
