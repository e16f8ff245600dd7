#version 450 core
// v1 atomic append: an invocation with an active cell takes the next slot from a counter, and writes its cell there.
// Gains:    one dispatch, no barrier, no pass before it: the shortest kernel that keeps the right cells.
// Cost:     slots go to invocations in the order in which they happen to arrive, so the order of the cells is lost; and
//           everyone queues at one word of memory.   Next: v2 knows every slot before anybody writes.
//   active:  0 1 0 1 1 0 0 1      cells 1 3 4 7 arrive as  4 7 1 3      kept:  4 7 1 3 this time, another order next time
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
    TRACE(0, i, keep ? 1u : 0u);
    // [APPEND]
    if (keep) {
        const uint slot = atomicAdd(count, 1u);  // returns the previous value: nobody else gets the same
        kept[slot] = i;
        TRACE(1, i, slot);
    }
    // [/APPEND]
}
