#version 450 core
// Solution of exercise 1: which element is mine?
// Idea:     the whole workgroups before mine, times their size, plus my place in mine.
//   LOCAL_SIZE 8, n 22
//   workgroup   0 0 0 0 0 0 0 0 | 1 1  1  1  1  1  1  1 |  2  2  2  2  2  2  2  2
//   local       0 1 2 3 4 5 6 7 | 0 1  2  3  4  5  6  7 |  0  1  2  3  4  5  6  7
//   element     0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15 | 16 17 18 19 20 21  .  .   the ragged edge
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;

void main() {
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (i >= n) return;  // the ragged edge: no element for this invocation

    workgroup[i] = gl_WorkGroupID.x;
    local_index[i] = gl_LocalInvocationID.x;
    atomicAdd(owners[i], 1u);  // atomic: if there were two owners, both would count
}
