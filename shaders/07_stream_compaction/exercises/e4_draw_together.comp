#version 450 core
// Exercise 4 of lesson 07: queue together. It replaces v1_atomic_append.
// Task:   a subgroup queues at the counter once. One lane takes as many numbers as its subgroup needs and shares the first;
//         each lane with an active cell works out its own from there. Five lines, from the flags on.
// Given:  sg_add, sg_exclusive_add, sg_lane, sg_broadcast (shaders/common/subgroup.glsl). Every invocation of the workgroup
//         must reach each sg_* call, even those past the last cell: they have nothing to keep, but may not return early.
// Look:   "slots": each of 0 .. count - 1 once. The judge counts the atomic additions, too.
//   lanes keep  0 1 1 0 1 0 0 1: four.   Lane 0 takes 4 and gets 20.   Slots:  . 20 21 . 22 . . 23
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uint density[]; };
layout(std430, binding = 1) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 2) buffer Count { uint count; };  // 0 before the dispatch
#include "grid.glsl"
#include "trace.glsl"

uniform uint cells;
uniform uint threshold;

void main() {
    const uint i = flat_invocation();
    const bool keep = i < cells && density[i] > threshold;
    TRACE(0, i, keep ? 1u : 0u);  // shows the pass; leave it

    // [gap]
    const uint own = keep ? 1u : 0u, before = sg_exclusive_add(own), many = sg_add(own);
    //| // TODO: how many cells does my subgroup keep, and how many of those are in lanes below mine?
    //| // TODO: one lane takes numbers for all. Where do the subgroup's slots start? All its lanes must learn it.
    // [/gap]
    uint first = 0u;
    // [gap]
    if (sg_lane() == 0u) first = atomicAdd(count, many);
    const uint slot = sg_broadcast(first, 0u) + before;  // only lane 0 knows where the numbers start
    //| if (sg_lane() == 0u) first = atomicAdd(count, 1u);
    //| const uint slot = first;
    // [/gap]
    if (keep) {
        kept[slot] = i;
        TRACE(1, i, slot);  // shows the pass; leave it
    }
}
