#version 450 core
// Exercise 2 of lesson 07: scatter by a scan. It replaces v2_scan_scatter.
// Task:   every active cell writes its own number into its slot, and one invocation writes the count: two lines, no loop.
// Given:  slot[i], how many active cells come before cell i. Earlier dispatches found it for all cells, active or not.
// Look:   the last row: kept cells in order, and nothing after them. Below, cells 5, 6 and 7 have slot 3: whose is it?
//   cell:    0 1 2 3 4 5 6 7
//   active:  0 1 0 1 1 0 0 1      slot:  0 0 1 1 2 3 3 3      kept:  1 3 4 7      count:  4
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uint density[]; };
layout(std430, binding = 1) readonly buffer Slots { uint slot[]; };
layout(std430, binding = 2) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 3) writeonly buffer Count { uint count; };
#include "grid.glsl"

uniform uint cells;
uniform uint threshold;

void main() {
    const uint i = flat_invocation();
    if (i >= cells) return;
    const bool keep = density[i] > threshold;
    // [gap]
    if (keep) kept[slot[i]] = i;  // an inactive cell has the slot of the next active one
    if (i == cells - 1u) count = slot[i] + (keep ? 1u : 0u);  // those before the last cell, and itself
    //| // TODO: write cell i into its slot. Which cells may?
    //| if (keep) kept[i] = i;
    //| // TODO: how many cells are active in all? Which single invocation knows that?
    //| if (i == 0u) count = slot[0];
    // [/gap]
}
