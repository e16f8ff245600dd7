#version 450 core
// v2 previous: what the scan will add up. Value i is 1 if the cell before i is active, so the sum of values 0 .. i counts
// the active cells before i: its slot. Lesson 06's v4 computes that sum, and v2_scan_scatter.comp uses it.
//   active:  0 1 0 1 1 0 0 1      previous:  0 0 1 0 1 1 0 0      their inclusive scan:  0 0 1 1 2 3 3 3
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Densities { uint density[]; };
layout(std430, binding = 1) writeonly buffer Previous { uint previous[]; };
#include "grid.glsl"

uniform uint cells;
uniform uint threshold;

void main() {
    const uint i = flat_invocation();
    if (i >= cells) return;
    // [PREVIOUS]
    // Nothing comes before cell 0, and 0u - 1u would be 4294967295: the comparison on the left keeps it from being read.
    previous[i] = i > 0u && density[i - 1u] > threshold ? 1u : 0u;
    // [/PREVIOUS]
}
