#version 450 core
// Exercise 4 of lesson 09: rank by ballots. It replaces v4_ballots.
// Task:   take_place(): the place of this lane's key among those of its subgroup. Which lanes have the same digit, how many
//         of them are below this one, and where does the first of them go? Nobody may compare digits one by one.
// Given:  sg_ballot(b): one bit per lane, its vote. below(set, lane): how many lanes below `lane` are in the set. highest(set):
//         the last lane in it. next[row() + digit]: the place of the subgroup's next key with this digit; move it on.
// Look:   the row "sort by bits 0 to 1": which keys share a place? Each key has BITS bits that can differ.
//   digits 3 0 3 1 0 0 1 2:   lane 5's peers are lanes 1 4 5, two of them below it; lane 5, the last, adds 3 for all
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

// The last lane in a set that is not empty.
uint highest(uvec4 set) {
    const ivec4 bit = findMSB(set) + ivec4(0, 32, 64, 96);
    return uint(set.w != 0u ? bit.w : set.z != 0u ? bit.z : set.y != 0u ? bit.y : bit.x);
}

// The place of my key with this digit. All lanes call it, each with a digit of its own.
uint take_place(uint digit) {
    // [gap]
    //| // TODO: the lanes with the same digit as mine: one vote per bit; a lane that votes otherwise is out.
    // [/gap]
    uvec4 peers = sg_ballot(true);
    // [gap]
    for (uint b = 0u; b < BITS; ++b) {
        const bool one = (digit >> b & 1u) != 0u;
        const uvec4 ones = sg_ballot(one);
        peers &= one ? ones : ~ones;
    }
    const uint before = below(peers, sg_lane()), last = highest(peers);
    uint first = 0u;
    if (sg_lane() == last) first = atomicAdd(next[row() + digit], before + 1u);
    return sg_shuffle(first, last) + before;
    //| const uint before = below(peers, sg_lane());
    //| // TODO: one lane moves next[] on for all of its peers, in one step, and they learn what it found there.
    //| const uint first = next[row() + digit];
    //| return first + before;
    // [/gap]
}

void main() {
    const uint tile = flat_workgroup();
    if (tile >= columns) return;  // the same for the whole workgroup
    for (uint w = me(); w < ROWS * RADIX; w += LOCAL_SIZE) next[w] = 0u;
    barrier();  // all words are 0 before anybody counts
    for (uint k = 0u; k < EACH; ++k) {
        const uint i = index_of(tile, k);
        if (i < n) atomicAdd(next[row() + digit_of(keys[i])], 1u);
    }
    barrier();  // everybody has counted
    for (uint d = me(); d < RADIX; d += LOCAL_SIZE) {
        uint place = table[d * columns + tile];
        for (uint s = 0u; s < ROWS; ++s) {
            const uint count = next[s * RADIX + d];
            next[s * RADIX + d] = place;
            place += count;
        }
    }
    barrier();  // every subgroup knows where its keys begin
    for (uint k = 0u; k < EACH; ++k) {
        const uint i = index_of(tile, k), key = i < n ? keys[i] : ~0u, to = take_place(digit_of(key));
        if (i < n) sorted[to] = key;
    }
}
