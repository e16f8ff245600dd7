#version 450 core
// Exercise 5: a whole kernel.
// Task:     write main(). Each invocation finds its place in the workgroup from its subgroup and its lane, and signs the
//           element that belongs to this place: subgroup[i] gets the number of its subgroup, lane[i] its lane; owners[i]
//           counts up, in one step that nobody can interrupt. Elements are numbered 0 to n - 1, workgroup by workgroup.
// Given:    sg_size(), the lanes of a subgroup on this device; sg_id(), my subgroup in the workgroup; sg_lane(), my lane.
//           gl_WorkGroupID.x and gl_WorkGroupSize.x. Write sg_size() into subgroup_size; all may write the same number.
// Look at:  v4_subgroups.png: a row is a subgroup, a column a lane, and a cell names the element.
//   LOCAL_SIZE 20, 8 lanes:   0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15 | 16 17 18 19
//                             subgroup 0        subgroup 1              subgroup 2: 4 of its 8 lanes
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Subgroups { uint subgroup[]; };
layout(std430, binding = 1) writeonly buffer Lanes { uint lane[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };
layout(std430, binding = 3) writeonly buffer Size { uint subgroup_size; };

uniform uint n;

void main() {
    // TODO
}
