#version 450 core
// Exercise 5: blocks.  Scan each block of LOCAL_SIZE elements and leave its total, for any n.
// Given:    workgroup_scan.glsl: wg_element(), my element of the workgroup, and wg_inclusive_add(value, total), which
//           returns the sum of elements 0 .. wg_element() and sets `total` to the sum of all. It contains barriers.
// The program runs this kernel on the data, then on the totals themselves (exclusive = 1), and adds those with v4_add.
// Wanted:   the whole kernel. data[i] becomes the sum within its block; totals[block] the sum of the block.
// Look at:  an n that is no multiple of LOCAL_SIZE; a folded dispatch's last row has workgroups without a block.
// No TRACE: the buffers are read after each dispatch.
//   blocks of 4:  3 1 2 4 | 0 5 1 .   ->   3 4 6 10 | 0 5 6   totals 10 6
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) writeonly buffer Totals { uint totals[]; };
#include "grid.glsl"
#include "workgroup_scan.glsl"

uniform uint count;
uniform uint exclusive;  // 1: leave the element's own value out of its sum

void main() {
    // [gap]
    const uint block = flat_workgroup();
    if (block * LOCAL_SIZE >= count) return;  // the same for the whole workgroup
    const uint i = block * LOCAL_SIZE + wg_element();
    const uint own = i < count ? data[i] : 0u;

    uint total;
    const uint sum = wg_inclusive_add(own, total);
    if (i < count) data[i] = sum - (exclusive != 0u ? own : 0u);
    if (wg_element() == 0u) totals[block] = total;
    //| // TODO: 1. my block and my element in it; what do I scan if I have no element?
    //| //       2. scan: every invocation of the workgroup must make this call
    //| //       3. store my sum, inclusive or exclusive; one invocation stores the total
    // [/gap]
}
