#version 450 core
// Exercise 3 of lesson 07: flag and slot, in one dispatch. It replaces v3_one_pass.
// Task:   four lines: a cell's flag; its slot from three numbers; the cell into its slot; the count.
// Given:  wg_inclusive_add and sum_before, which call your load(). `within` counts the kept cells of the tile up to and WITH
//         this one, `before` those of all earlier tiles. A tile's last invocations may be past the last cell.
// Look:   the rows "active?", and "slots: ...": for EVERY cell, how many kept ones come before it.
//   cells 3 4 5 of a tile, 17 kept before the tile:   own 1 0 1   within 4 4 5   slot 20 21 21
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uint density[]; };
layout(std430, binding = 1) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 2) writeonly buffer Count { uint count; };
layout(std430, binding = 3) coherent buffer Tiles { uint ticket; uint starved; uint halves[]; };
layout(std430, binding = 4) writeonly buffer Record { uvec4 record[]; };
#include "trace.glsl"
#include "workgroup_scan.glsl"
#include "look_back.glsl"

uniform uint cells;
uniform uint threshold;

uint cell(uint tile) { return tile * LOCAL_SIZE + wg_element(); }

// This invocation's flag in a tile: 1 if its cell exists and is denser than the threshold, else 0.
// [gap]
uint load(uint tile) { return cell(tile) < cells && density[cell(tile)] > threshold ? 1u : 0u; }
//| uint load(uint tile) {
//|     // TODO: flag this cell of the tile, if there is such a cell.
//|     return 0u;
//| }
// [/gap]

void main() {
    const uint tile = take_tile();
    if (tile * LOCAL_SIZE >= cells) return;  // the same for the whole workgroup
    const uint i = cell(tile), own = load(tile);
    TRACE(0, i, own);  // shows the pass; leave it, and the others

    uint total;
    const uint within = wg_inclusive_add(own, total);
    TRACE(1, i, within);
    const uint before = sum_before(tile, total);
    if (wg_element() == 0u) TRACE(2, tile, total);
    if (wg_element() == 0u) TRACE(3, tile, before);

    // [gap]
    const uint slot = before + within - own;  // the inclusive sum minus its own value: the exclusive one
    //| // TODO: how many kept cells come before cell i, in earlier tiles and in its own?
    //| const uint slot = 0u;
    // [/gap]
    TRACE(4, i, slot);
    // [gap]
    if (own == 1u) kept[slot] = i;
    if (i == cells - 1u) count = slot + own;
    //| // TODO: write cell i into its slot, if it is kept.
    //| // TODO: the last cell's invocation writes `count`.
    // [/gap]
}
