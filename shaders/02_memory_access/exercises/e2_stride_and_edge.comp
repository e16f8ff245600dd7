#version 450 core
// Exercise 2: a stride and a ragged edge.
// Task:     copy all n elements. Neighbouring lanes touch elements `stride` apart; the dispatch is `stride` layers of
//           workgroups deep, and each layer starts one element further on.
// Given:    flat_invocation(), an invocation's number in its layer; gl_WorkGroupID.z, its layer. Workgroups are never cut
//           short, so some invocations have no element.
// Look at:  v3_strided_copy_addresses.png: which elements do the lanes of a subgroup touch at each stride?
//   stride 4:   element  0 1 2 3 4 5 6 7 8
//               lane     0       1       2         gl_WorkGroupID.z = 0
//               lane       0       1       2       gl_WorkGroupID.z = 1
// [gap]
// Idea:     multiply the invocation, add the layer; an element of n or more does not exist.
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint n;
uniform uint stride;

void main() {
    // [gap]
    const uint element = flat_invocation() * stride + gl_WorkGroupID.z;
    if (element >= n) return;
    //| const uint element = flat_invocation();  // TODO: right only for a stride of 1
    //| if (element + LOCAL_SIZE > n) return;    // TODO: safe, but dismisses too many
    // [/gap]
    TRACE(0, (gl_WorkGroupID.z * gl_NumWorkGroups.x * gl_NumWorkGroups.y + flat_workgroup()) * LOCAL_SIZE
                 + gl_LocalInvocationID.x, element);  // shows the pass; leave it
    to[element] = from[element];
}
