#version 450 core
// v5 unguarded: v1 without its bounds check, to see what that check is for.  WRONG ON PURPOSE.
// From v1:  `if (i >= n) return;` is gone.
// Gains:    nothing.
// Cost:     paid by the owner of the memory after the data.
//   LOCAL_SIZE 8, n 22:   … 16 17 18 19 20 21 22 23      24 invocations for 22 elements:
//                                             ^--^       two of them write to memory that is not theirs
// Safe here only because the lesson keeps spare elements after the data.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

// [main]
void main() {
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;

    workgroup[i] = gl_WorkGroupID.x;
    local_index[i] = gl_LocalInvocationID.x;
    atomicAdd(owners[i], 1u);
}
// [/main]
