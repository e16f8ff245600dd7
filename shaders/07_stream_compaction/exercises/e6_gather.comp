#version 450 core
// Exercise 6 of lesson 07: gather, then write side by side. It replaces v3_one_pass.
// Task:   the kept cells of a tile meet in shared memory, without gaps; then invocation k writes the k-th of them, so that
//         neighbours write neighbouring slots.
// Given:  `rank`, how many kept cells come before this one in its tile; `total`, how many the tile keeps; `before`, how
//         many earlier tiles keep; wg_element(), this invocation's number in its workgroup.
// Look:   the last row, "scatter". Which invocation writes slot 18 of the drawing now, and which one put cell 3 there?
//   active 0 1 0 1 1 0 0 1, 17 kept before:   gathered[0 .. 3] = 1 3 4 7   ->   kept[17 .. 20] = 1 3 4 7
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
shared uint gathered[LOCAL_SIZE];  // the numbers of the tile's kept cells, in order

uint cell(uint tile) { return tile * LOCAL_SIZE + wg_element(); }
uint load(uint tile) { return cell(tile) < cells && density[cell(tile)] > threshold ? 1u : 0u; }

void main() {
    const uint tile = take_tile();
    if (tile * LOCAL_SIZE >= cells) return;  // the same for the whole workgroup
    const uint i = cell(tile), own = load(tile);
    TRACE(0, i, own);  // shows the pass; leave it, and the others

    uint total;
    const uint within = wg_inclusive_add(own, total), rank = within - own;
    TRACE(1, i, within);
    const uint before = sum_before(tile, total);
    if (wg_element() == 0u) TRACE(2, tile, total);
    if (wg_element() == 0u) TRACE(3, tile, before);
    TRACE(4, i, before + rank);

    // [gap]
    if (own == 1u) gathered[rank] = i;
    barrier();  // somebody else gathered what I write
    const uint k = wg_element();
    if (k < total) kept[before + k] = gathered[k];
    //| // TODO: gather. Then write: invocation k writes the k-th kept cell of the tile, if there are that many.
    //| gathered[wg_element()] = i;
    //| if (own == 1u) kept[before + wg_element()] = gathered[wg_element()];
    // [/gap]
    if (i == cells - 1u) count = before + total;
}
