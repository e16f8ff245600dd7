#version 450 core
// v3 one pass: a workgroup takes a tile, flags and scans its cells, looks back for what precedes the tile, and scatters.
// From v2:  flags and sums stay in registers; lesson 06's v5 look-back gives each tile the count of cells kept before it.
// Gains:    each density is read once, each kept cell written once, and nothing else: no compaction can move less.
// Cost:     tiles wait for each other, as in lesson 06.
//   own flag 1, 3 kept before it in its tile (inclusive scan 4), 17 kept in the tiles before: slot 17 + 4 - 1 = 20
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uint density[]; };
layout(std430, binding = 1) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 2) writeonly buffer Count { uint count; };
layout(std430, binding = 3) coherent buffer Tiles { uint ticket; uint starved; uint halves[]; };
layout(std430, binding = 4) writeonly buffer Record { uvec4 record[]; };  // per tile: where it ended, prefix, helped, polls
#include "trace.glsl"
#include "workgroup_scan.glsl"
#include "look_back.glsl"

uniform uint cells;
uniform uint threshold;

uint cell(uint tile) { return tile * LOCAL_SIZE + wg_element(); }
uint load(uint tile) { return cell(tile) < cells && density[cell(tile)] > threshold ? 1u : 0u; }

void main() {
    const uint tile = take_tile();
    if (tile * LOCAL_SIZE >= cells) return;  // the same for the whole workgroup
    const uint i = cell(tile), own = load(tile);
    TRACE(0, i, own);

    uint total;
    const uint within = wg_inclusive_add(own, total);
    TRACE(1, i, within);

    const uint before = sum_before(tile, total);
    if (wg_element() == 0u) TRACE(2, tile, total);
    if (wg_element() == 0u) TRACE(3, tile, before);

    // [SLOT]
    const uint slot = before + within - own;  // without the cell itself: the exclusive scan of the flags
    TRACE(4, i, slot);
    if (own == 1u) kept[slot] = i;
    if (i == cells - 1u) count = slot + own;
    // [/SLOT]
}
