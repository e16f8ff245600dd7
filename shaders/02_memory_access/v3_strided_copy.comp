#version 450 core
// v3 strided copy: neighbouring lanes touch elements `stride` apart.
// From v2:  a buffer instead of a picture, and a distance you can choose: 1, 2, 4, .. 64.
// Gains:    every stride copies every element once, with as many invocations: only the addresses differ.
// Cost:     from stride 8 on, a sector of 32 bytes moves for the sake of 4.   Next: v4 is a task with such a stride.
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

// [main]
void main() {
    const uint element = flat_invocation() * stride + gl_WorkGroupID.z;  // each z starts one element further on
    if (element >= n) return;
    TRACE(0, (gl_WorkGroupID.z * gl_NumWorkGroups.x * gl_NumWorkGroups.y + flat_workgroup()) * LOCAL_SIZE
                 + gl_LocalInvocationID.x, element);
    to[element] = from[element];
}
// [/main]
