#version 450 core
// v2 scan, then scatter: every active cell already knows its slot, and writes itself there. This is the last of the dispatches:
// in parts/v2_previous.comp each cell asks if the one before it is active; lesson 06's v4 makes the inclusive scan of that.
// From v1:  a slot is no longer handed out but worked out: it is the number of active cells before this one.
// Gains:    the cells keep their order, no matter who comes first; and nobody queues.
// Cost:     the cells pass through memory many times: flags, scan, addition, scatter.   Next: v3 needs only one dispatch.
//   active:  0 1 0 1 1 0 0 1      slot:  . 0 . 1 2 . . 3      kept:  1 3 4 7
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
    // [SCATTER]
    const bool keep = density[i] > threshold;
    if (keep) kept[slot[i]] = i;
    if (i == cells - 1u) count = slot[i] + (keep ? 1u : 0u);  // the last cell knows how many come before it
    // [/SCATTER]
}
