// SPDX-License-Identifier: MIT
// The sum before a tile, found while the dispatch is still running: lesson 06's v5 as two functions. Include this after
// workgroup_scan.glsl and two buffers: one holds  uint ticket; uint starved; uint halves[];  all 0 before the dispatch;
// the other,  uvec4 record[];  gets, per tile, where its look-back ended, the prefix, whom it helped, and its polls.
// Both functions contain barriers and need workgroup-uniform control flow.
#include "tile_state.glsl"

uniform uint patience;  // fruitless looks before a tile helps itself

shared uint my_tile, my_prefix, stuck_at;

// The shader supplies it: this invocation's value of a tile, in case that tile does not answer and must be added up.
uint load(uint tile);

// The workgroup's tile. Not gl_WorkGroupID: workgroups start in any order, tickets do not.
uint take_tile() {
    if (gl_LocalInvocationIndex == 0u) my_tile = atomicAdd(ticket, 1u);
    barrier();
    return my_tile;
}

// The sum of all tiles before `tile`, whose own sum is `total`.
uint sum_before(uint tile, uint total) {
    const bool leads = gl_LocalInvocationIndex == 0u;
    uint value, stuck;
    if (leads) publish(tile, tile == 0u ? PREFIX : AGGREGATE, total);
    // [LOOK_BACK]
    uint prefix = 0u, from = tile, end = 0u, polls = 0u, helped = 0u;
    do {
        if (leads && from > 0u) {  // one invocation looks: a whole subgroup would only wait together
            uint flag;
            do {  // a break or continue here would let this subgroup's other lanes pass the barrier below on an NVIDIA GPU
                flag = look_at(from - 1u, value);
                polls += flag == EMPTY ? 1u : 0u;
                prefix += flag == EMPTY ? 0u : value;
                if (flag == PREFIX) end = from - 1u;
                from = flag == EMPTY ? from : flag == PREFIX ? 0u : from - 1u;
            } while (from > 0u && (flag != EMPTY || polls < patience));
        }
        if (leads) stuck_at = from;
        barrier();
        stuck = stuck_at;  // 0: everything before is added
        if (stuck > 0u) {  // the whole workgroup adds up the tile that did not answer
            wg_inclusive_add(load(stuck - 1u), value);
            prefix += value;
            helped |= 1u << min(tile - stuck, 31u);
            from = stuck - 1u;
        }
    } while (stuck > 0u);
    // [/LOOK_BACK]
    if (leads) {
        if (tile > 0u) publish(tile, PREFIX, prefix + total);
        if (stuck > 0u) atomicExchange(starved, 1u);  // llvmpipe leaves all loops of an invocation after 65535 rounds
        record[tile] = uvec4(end, prefix, helped, polls);
        my_prefix = prefix;
    }
    barrier();
    return my_prefix;
}
