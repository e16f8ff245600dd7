#version 450 core
// v5 look back: one pass. A workgroup takes the next tile, publishes its total, and adds what the tiles before it published.
// From v4:  nobody waits for a whole dispatch; a tile looks to its left, and reads past tiles that are still looking.
// Gains:    each element is read once and written once: no scan can move less.
// Cost:     tiles wait for each other; one that has waited long enough adds up the missing tile itself, so none hangs.
//   ... | 2: prefix 17 | 3: aggregate 4 | 4: aggregate 9 | 5       tile 5 reads 9, 4 and 17: 30 before it
// Both steps, taking a tile and looking back, are in shaders/common/look_back.glsl: lesson 07 needs them, too.
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) writeonly buffer Sums { uint sums[]; };
layout(std430, binding = 2) coherent buffer Tiles { uint ticket; uint starved; uint halves[]; };
layout(std430, binding = 3) writeonly buffer Record { uvec4 record[]; };  // per tile: where it ended, prefix, helped, polls
#include "trace.glsl"
#include "workgroup_scan.glsl"
#include "look_back.glsl"

uniform uint count;
uniform uint exclusive;  // 1: leave the element's own value out of its sum

uint element(uint tile) { return tile * LOCAL_SIZE + wg_element(); }
uint load(uint tile) { return element(tile) < count ? values[element(tile)] : 0u; }

void main() {
    const uint tile = take_tile();
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
