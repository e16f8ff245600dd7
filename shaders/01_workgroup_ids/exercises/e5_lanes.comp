#version 450 core
// Exercise 5: a whole kernel.
// Task:     write main(). Each invocation finds its place in the workgroup from its subgroup and lane, and signs the
//           element at that place: subgroup[i] gets its subgroup's number, lane[i] its lane, and owners[i] counts up in
//           one step that nothing can interrupt. Elements are numbered 0 to n - 1, workgroup by workgroup.
// Given:    sg_size(), this device's lanes per subgroup; sg_id(), my subgroup in the workgroup; sg_lane(), my lane;
//           gl_WorkGroupID.x and gl_WorkGroupSize.x. Write sg_size() to subgroup_size; everyone may write the same number.
//           (gl_LocalInvocationID and the like may number places in another way: do without them.)
// Look at:  v4_subgroups.png: each row is a subgroup, each column a lane, and each cell names the element.
//   LOCAL_SIZE 20, 8 lanes:   0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15 | 16 17 18 19
//                             subgroup 0        subgroup 1              subgroup 2: 4 of its 8 lanes
// [gap]
// Idea:     subgroups divide a workgroup as workgroups divide a dispatch: the same formula twice.
// [/gap]
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Subgroups { uint subgroup[]; };
layout(std430, binding = 1) writeonly buffer Lanes { uint lane[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };
layout(std430, binding = 3) writeonly buffer Size { uint subgroup_size; };

uniform uint n;

void main() {
    // [gap]
    const uint place = sg_id() * sg_size() + sg_lane();
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + place;
    subgroup_size = sg_size();
    if (i >= n) return;

    subgroup[i] = sg_id();
    lane[i] = sg_lane();
    atomicAdd(owners[i], 1u);
    //| // TODO
    // [/gap]
}
