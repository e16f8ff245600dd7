#version 450 core
// Exercise 7 of lesson 07: four cells per load, gathered and written. It replaces v4_wide_one_pass.
// Task:   the body of the last loop. Each subgroup gathers what it keeps of load k, and writes that side by side.
// Given:  `mine`, bit c: cell `cell` + c is kept. before[k]: what lower lanes keep of load k. `part`: where the subgroup's
//         own part of gathered[] starts. `many_kept`: what the subgroup keeps of load k. `next`: the slot of the first of them.
//         LANES: how many lanes there are; sg_lane(): which one this is. Everyone meets each barrier(), busy or not.
// Look:   "scatter"; and "scan in tiles", which goes wrong from the second load on as long as `next` does not move.
//   two lanes, mine 1010 and 0011 (cell 0 is the rightmost bit):   gathered 1 3 4 5   ->   kept[next .. next + 3]
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uvec4 density[]; };  // padded with zeros, which are not active
layout(std430, binding = 1) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 2) writeonly buffer Count { uint count; };
layout(std430, binding = 3) coherent volatile buffer Tiles { uint ticket; uint starved; uvec2 states[]; };
layout(std430, binding = 4) writeonly buffer Record { uvec4 record[]; };
#include "trace.glsl"
#include "wide_look_back.glsl"

uniform uint vectors;
uniform uint threshold;

const uint LOADS = EACH / 4u, TILE = LOCAL_SIZE * LOADS;  // in vectors
shared uint gathered[4u * LOCAL_SIZE];                     // one part per subgroup: what it keeps of one load

uint first_of(uint tile) { return tile * TILE + sg_id() * LOADS * LANES + sg_lane(); }
uint flags_of(uint i) {  // of the four cells of vector i: bit c is cell c's
    const uvec4 four = i < vectors ? density[i] : uvec4(0u);
    const uvec4 flags = uvec4(greaterThan(four, uvec4(threshold))) << uvec4(0u, 1u, 2u, 3u);
    return flags.x | flags.y | flags.z | flags.w;
}
uint load_sum(uint tile) {
    uint sum = 0u;
    for (uint k = 0u; k < LOADS; ++k) sum += bitCount(flags_of(first_of(tile) + k * LANES));
    return sum;
}

void trace_four(uint cell, uint flags, uint slot) {
    for (uint c = 0u; c < 4u; ++c) {
        TRACE(0, cell + c, flags >> c & 1u);
        TRACE(4, cell + c, slot);
        slot += flags >> c & 1u;
        TRACE(1, cell + c, slot - prefix);
    }
}

void main() {
    const uint tile = take_tile(), first = first_of(tile);
    if (tile * TILE >= vectors) {  // the same for the whole workgroup
        hear_turn();
        return;
    }
    uint flags[LOADS], before[LOADS], total;
    do {
        uint own = 0u;
        for (uint k = 0u; k < LOADS; ++k) {
            flags[k] = flags_of(first + k * LANES);
            own += bitCount(flags[k]);
        }
        total = announce(tile, own);
        for (uint k = 0u; k < LOADS; ++k) before[k] = sg_exclusive_add(bitCount(flags[k]));
    } while (!look_back(tile, total));
    if (leads()) TRACE(2, tile, total);  // shows the pass; leave it, and the others
    if (leads()) TRACE(3, tile, prefix);

    const uint part = 4u * sg_id() * LANES;
    uint next = prefix + before_me;  // the slot of the first cell that this subgroup keeps
    for (uint k = 0u; k < LOADS; ++k) {
        const uint mine = flags[k], cell = 4u * (first + k * LANES);
        const uint many_kept = sg_broadcast(before[k] + bitCount(mine), LANES - 1u);
        trace_four(cell, mine, next + before[k]);  // shows three passes; leave it
        // [gap]
        uint at = part + before[k];
        for (uint c = 0u; c < 4u; ++c)
            if ((mine >> c & 1u) == 1u) gathered[at++] = cell + c;
        barrier();  // all lanes have gathered
        for (uint s = sg_lane(); s < many_kept; s += LANES) kept[next + s] = gathered[part + s];
        barrier();  // all have read: the next load may overwrite
        next += many_kept;
        //| // TODO: put the kept ones of the four cells into gathered[], after what the lower lanes put there.
        //| // TODO: write the subgroup's `many_kept` words to kept[], lane beside lane. There may be more words than lanes.
        //| // TODO: where do the slots of the next load start? And where must everyone wait?
        // [/gap]
    }
    if (leads() && tile == (vectors - 1u) / TILE) count = prefix + total;
}
