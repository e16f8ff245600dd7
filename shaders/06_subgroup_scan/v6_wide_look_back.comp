#version 450 core
// v6 wide look back: v5 with larger tiles, and a whole subgroup to look at the tiles before.
// From v5:  an invocation takes EACH elements, in EACH / 4 loads in flight together; a tile's total is published before its
//           elements are scanned; a subgroup of 32 reads 32 tiles at once (shaders/common/wide_look_back.glsl).
// Gains:    1 / EACH as many tickets, totals and looks; memory stays busy; nothing is cleared between dispatches.
// Cost:     EACH registers per invocation; a small n makes few workgroups.
// Parts:    load and add up | publish the total | scan in registers and over lanes | look back | add and store. The first
//           four are in a loop that restarts if an earlier tile did not answer: nearly never.
//   load k of lane l is vector k * lanes + l of its subgroup: neighbours read neighbours, 16 bytes each
//   lanes of 2, EACH 8:   lane 0: 0 1 2 3 | lane 1: 4 5 6 7   then   lane 0: 8 9 10 11 | lane 1: 12 13 14 15
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { uvec4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { uvec4 sums[]; };
layout(std430, binding = 2) coherent volatile buffer Tiles { uint ticket; uint starved; uvec2 states[]; };
layout(std430, binding = 3) writeonly buffer Record { uvec4 record[]; };
#include "trace.glsl"
#include "wide_look_back.glsl"

uniform uint vectors;
const bool EXCLUSIVE = KIND == 1;  // leave the element's own value out of its sum
const uint LOADS = EACH / 4u, TILE = LOCAL_SIZE * LOADS;  // in vectors

uint first_of(uint tile) { return tile * TILE + sg_id() * LOADS * LANES + sg_lane(); }
uvec4 load(uint i) { return i < vectors ? values[i] : uvec4(0u); }
uint load_sum(uint tile) {
    uvec4 sum = uvec4(0u);
    for (uint i = first_of(tile), end = i + LOADS * LANES; i < end; i += LANES) sum += load(i);
    return sum.x + sum.y + sum.z + sum.w;
}
void trace_four(uint pass, uint i, uvec4 four) { for (uint c = 0u; c < 4u; ++c) TRACE(pass, 4u * i + c, four[c]); }

void main() {
    const uint tile = take_tile(), first = first_of(tile);
    if (tile * TILE >= vectors) {  // the same for the whole workgroup
        hear_turn();
        return;
    }
    const bool whole = (tile + 1u) * TILE <= vectors;  // asked once: a load under its own condition waits for the last
    uvec4 four[LOADS];
    uint before[LOADS], total;
    do {
        // [LOAD]
        if (whole) for (uint k = 0u; k < LOADS; ++k) four[k] = values[first + k * LANES];
        else for (uint k = 0u; k < LOADS; ++k) four[k] = load(first + k * LANES);
        uint own = 0u, ahead = 0u;
        for (uint k = 0u; k < LOADS; ++k) {
            four[k].yw += four[k].xz;
            four[k].zw += four[k].y;  // each component holds the sum of those up to it
            own += four[k].w;
        }
        total = announce(tile, own);
        // [/LOAD]
        // [SCAN]
        for (uint k = 0u; k < LOADS; ++k) {  // the scans are independent: only `ahead` passes from one to the next
            const uint within = sg_inclusive_add(four[k].w);
            before[k] = ahead + within - four[k].w;
            ahead += sg_broadcast(within, LANES - 1u);
        }
        // [/SCAN]
    } while (!look_back(tile, total));
    if (leads()) TRACE(1, tile, total);
    if (leads()) TRACE(2, tile, prefix);
    for (uint k = 0u; k < LOADS; ++k) {
        trace_four(0u, first + k * LANES, four[k] + (before[k] + before_me));
        four[k] = (EXCLUSIVE ? uvec4(0u, four[k].xyz) : four[k]) + (prefix + before_me + before[k]);
        trace_four(3u, first + k * LANES, four[k]);
    }
    if (whole) for (uint k = 0u; k < LOADS; ++k) sums[first + k * LANES] = four[k];
    else for (uint k = 0u; k < LOADS; ++k) if (first + k * LANES < vectors) sums[first + k * LANES] = four[k];
}
