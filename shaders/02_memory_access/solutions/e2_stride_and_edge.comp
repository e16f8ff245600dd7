#version 450 core
// Solution of exercise 2: a stride and a ragged edge.
// Idea:     multiply the invocation, add the layer; an element of n or more does not exist.
//   stride 4:   element  0 1 2 3 4 5 6 7 8
//               lane     0       1       2         gl_WorkGroupID.z = 0
//               lane       0       1       2       gl_WorkGroupID.z = 1
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint n;
uniform uint stride;

void main() {
    const uint element = flat_invocation() * stride + gl_WorkGroupID.z;
    if (element >= n) return;
    TRACE(0, (gl_WorkGroupID.z * gl_NumWorkGroups.x * gl_NumWorkGroups.y + flat_workgroup()) * LOCAL_SIZE
                 + gl_LocalInvocationID.x, element);
    to[element] = from[element];
}
