#version 450 core
// v4 subgroups: a workgroup is made of subgroups, whose lanes the hardware runs in step.
// From v1:  the place in the workgroup comes from the subgroup and the lane.
// Gains:    lanes of one subgroup can pass each other values without memory (lesson 06).
// Cost:     subgroup size is the device's choice: 8, 32, 64 …; ask, never assume.   Next: v5 drops a check.
//   LOCAL_SIZE 20, 8 lanes:   0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15 | 16 17 18 19
//                             subgroup 0        subgroup 1              subgroup 2: 4 of its 8 lanes
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Subgroups { uint subgroup[]; };
layout(std430, binding = 1) writeonly buffer Lanes { uint lane[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };
layout(std430, binding = 3) writeonly buffer Size { uint subgroup_size; };

uniform uint n;

// [main]
void main() {
    const uint place = sg_id() * sg_size() + sg_lane();
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + place;
    subgroup_size = sg_size();  // everyone writes the same number
    if (i >= n) return;

    subgroup[i] = sg_id();
    lane[i] = sg_lane();
    atomicAdd(owners[i], 1u);
}
// [/main]
