#version 450 core
// Exercise 1 of lesson 07: take a number. It replaces v1_atomic_append.
// Task:   every active cell needs a slot of its own. Take it from the counter: one line.
// Given:  `count`, 0 before the dispatch; atomicAdd(memory, k) adds k and returns the previous value.
// Look:   the row "slots": each of 0 .. count - 1 appears once, in any order.
//   active:  0 1 0 1 1 0 0 1      cells 1 3 4 7 take 2 3 0 1, say      kept:  4 7 1 3
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
    if (i >= cells) return;
    const bool keep = density[i] > threshold;
    TRACE(0, i, keep ? 1u : 0u);  // shows the pass; leave it
    if (keep) {
        // [gap]
        const uint slot = atomicAdd(count, 1u);  // reads and adds in one step: nobody can come in between
        //| // TODO: take the slot from `count`, and count this cell in the same step.
        //| const uint slot = i;
        // [/gap]
        kept[slot] = i;
        TRACE(1, i, slot);  // shows the pass; leave it
    }
}
