#version 450 core
// Solution of exercise 5: blocks.  An invocation without an element scans 0 and stores nothing, but makes the call.
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
    const uint block = flat_workgroup();
    if (block * LOCAL_SIZE >= count) return;  // the same for the whole workgroup
    const uint i = block * LOCAL_SIZE + wg_element();
    const uint own = i < count ? data[i] : 0u;

    uint total;
    const uint sum = wg_inclusive_add(own, total);
    if (i < count) data[i] = sum - (exclusive != 0u ? own : 0u);
    if (wg_element() == 0u) totals[block] = total;
}
