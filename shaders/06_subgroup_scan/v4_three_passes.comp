#version 450 core
// v4 three passes: scan each block; scan the blocks' totals with this same kernel; add what precedes each block (v4_add).
// From v3:  any n. A workgroup does for its block what v3 does (workgroup_scan.glsl), and leaves the block's total.
// Gains:    all workgroups meet only at the end of a dispatch, and three dispatches are enough.
// Cost:     every element is read and written twice.   Next: v5 reads and writes each once.
//   blocks of 4:  3 1 2 4 | 0 5 1 1   ->   3 4 6 10 | 0 5 6 7   totals 10 7   before 0 10   ->   3 4 6 10 | 10 15 16 17
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) writeonly buffer Totals { uint totals[]; };
#include "grid.glsl"
#include "workgroup_scan.glsl"

uniform uint count;
uniform uint exclusive;  // 1: leave the element's own value out of its sum

void main() {
    const uint block = flat_workgroup();
    if (block * LOCAL_SIZE >= count) return;  // the same for the whole workgroup, so everyone meets the barriers below
    const uint i = block * LOCAL_SIZE + wg_element();
    const uint own = i < count ? data[i] : 0u;

    uint total;
    const uint sum = wg_inclusive_add(own, total);
    if (i < count) data[i] = sum - (exclusive != 0u ? own : 0u);
    if (wg_element() == 0u) totals[block] = total;
}
