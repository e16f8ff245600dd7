#version 450 core
// v5 look back: one pass. A workgroup takes the next tile, publishes its total, and adds what the tiles before it published.
// From v4:  nobody waits for a whole dispatch; a tile looks to its left, and reads past tiles that still look themselves.
// Gains:    each element is read once and written once: no scan can move less.
// Cost:     tiles wait for each other; one that has waited long enough adds up the missing tile itself, so that none hangs.
//   ... | 2: prefix 17 | 3: aggregate 4 | 4: aggregate 9 | 5       tile 5 reads 9, 4 and 17: 30 lies before it
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) writeonly buffer Sums { uint sums[]; };
layout(std430, binding = 2) coherent buffer Tiles { uint ticket; uint starved; uint halves[]; };
layout(std430, binding = 3) writeonly buffer Record { uvec4 record[]; };  // a tile: where it ended, prefix, helped, polls
#include "tile_state.glsl"
#include "trace.glsl"
#include "workgroup_scan.glsl"

uniform uint count;
uniform uint exclusive;  // 1: leave the element's own value out of its sum
uniform uint patience;   // looks at nothing after which a tile helps itself

shared uint my_tile, my_prefix, stuck_at;

uint element(uint tile) { return tile * LOCAL_SIZE + wg_element(); }
uint load(uint tile) { return element(tile) < count ? values[element(tile)] : 0u; }

void main() {
    const bool leads = gl_LocalInvocationIndex == 0u;
    if (leads) my_tile = atomicAdd(ticket, 1u);  // not gl_WorkGroupID: workgroups start in any order, tickets do not
    barrier();
    const uint tile = my_tile;
    if (tile * LOCAL_SIZE >= count) return;  // the same for the whole workgroup
    uint total, value, stuck;
    const uint own = load(tile), within = wg_inclusive_add(own, total);
    TRACE(0, element(tile), within);
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
        stuck = stuck_at;  // 0: all that lies before is added
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
        TRACE(1, tile, total);
        TRACE(2, tile, prefix);
    }
    barrier();
    const uint sum = my_prefix + within - (exclusive != 0u ? own : 0u);
    TRACE(3, element(tile), sum);
    if (element(tile) < count) sums[element(tile)] = sum;
}
