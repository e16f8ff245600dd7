#version 450 core
// Exercise 6: look back.  One dispatch: a tile publishes its total, then looks at the tiles before it until it knows
// their sum, and publishes its prefix, too.
// Given:    tickets, publishing and looking (tile_state.glsl), and help for a tile that does not answer in time.
// Wanted:   what to do with each of the three answers, and what to publish at the end.
//             EMPTY      nothing yet: look at the same tile again (and count the look in `polls`)
//             AGGREGATE  `value` is that tile's own total: go on to the tile before it
//             PREFIX     `value` is the sum of everything up to and including that tile
// `prefix` is the sum of the tiles `from` to `tile` - 1; from = 0 ends the loop. `end`: the tile whose PREFIX ended it.
// No break or continue in the loop: on an NVIDIA GPU the subgroup's other lanes could then pass the barrier below.
//   ... | 2: prefix 17 | 3: aggregate 4 | 4: aggregate 9 | 5       tile 5 reads 9, 4 and 17: 30 before it
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) writeonly buffer Sums { uint sums[]; };
layout(std430, binding = 2) coherent buffer Tiles { uint ticket; uint starved; uint halves[]; };
layout(std430, binding = 3) writeonly buffer Record { uvec4 record[]; };  // per tile: where it ended, prefix, helped, polls
#include "trace.glsl"
#include "workgroup_scan.glsl"
#include "tile_state.glsl"

uniform uint count;
uniform uint exclusive;
uniform uint patience;  // fruitless looks before a tile helps itself

shared uint my_tile, my_prefix, stuck_at;

uint element(uint tile) { return tile * LOCAL_SIZE + wg_element(); }
uint load(uint tile) { return element(tile) < count ? values[element(tile)] : 0u; }

uint sum_before(uint tile, uint total) {
    const bool leads = gl_LocalInvocationIndex == 0u;
    uint value, stuck, prefix = 0u, from = tile, end = 0u, polls = 0u, looks = 0u, helped = 0u;
    if (leads) publish(tile, tile == 0u ? PREFIX : AGGREGATE, total);
    do {
        if (leads && from > 0u) {
            uint flag;
            do {
                flag = look_at(from - 1u, value);
                // [gap]
                polls += flag == EMPTY ? 1u : 0u;
                prefix += flag == EMPTY ? 0u : value;
                if (flag == PREFIX) end = from - 1u;
                from = flag == EMPTY ? from : flag == PREFIX ? 0u : from - 1u;
                //| // TODO: set prefix, from, end and polls as the answer requires. This only walks to the left end.
                //| from -= 1u;
                // [/gap]
            } while (from > 0u && (flag != EMPTY || polls < patience) && ++looks < tile + patience);  // bounded
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
    if (leads) {
        // [gap]
        if (tile > 0u) publish(tile, PREFIX, prefix + total);
        //| if (tile > 0u) publish(tile, PREFIX, total);  // TODO: is this the sum of everything up to and including my tile?
        // [/gap]
        if (stuck > 0u) atomicExchange(starved, 1u);
        record[tile] = uvec4(end, prefix, helped, polls);
        my_prefix = prefix;
    }
    barrier();
    return my_prefix;
}

void main() {
    if (gl_LocalInvocationIndex == 0u) my_tile = atomicAdd(ticket, 1u);  // workgroups start in any order, tickets do not
    barrier();
    const uint tile = my_tile;
    if (tile * LOCAL_SIZE >= count) return;  // the same for the whole workgroup
    uint total;
    const uint i = element(tile), own = load(tile), within = wg_inclusive_add(own, total);
    TRACE(0, i, within);

    const uint prefix = sum_before(tile, total);
    if (wg_element() == 0u) TRACE(1, tile, total);
    if (wg_element() == 0u) TRACE(2, tile, prefix);

    const uint sum = prefix + within - (exclusive != 0u ? own : 0u);
    TRACE(3, i, sum);
    if (i < count) sums[i] = sum;
}
