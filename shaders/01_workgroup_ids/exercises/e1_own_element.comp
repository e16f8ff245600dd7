#version 450 core
// Exercise 1: which element is mine?
// Task:     as it is, every workgroup signs the same first elements. Compute for each invocation an element of its
//           own: workgroup 0 owns the first ones, workgroup 1 the next ones, and so on.
// Given:    gl_WorkGroupID.x, gl_WorkGroupSize.x and gl_LocalInvocationID.x. (gl_GlobalInvocationID.x is the answer:
//           do without it.)
// Look at:  v1_linear.png: read the ringed invocation's column from top to bottom.
//   LOCAL_SIZE 8, n 22
//   workgroup   0 0 0 0 0 0 0 0 | 1 1  1  1  1  1  1  1 |  2  2  2  2  2  2  2  2
//   local       0 1 2 3 4 5 6 7 | 0 1  2  3  4  5  6  7 |  0  1  2  3  4  5  6  7
//   element     0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15 | 16 17 18 19 20 21  .  .   the ragged edge
// [gap]
// Idea:     the whole workgroups before mine, times their size, plus my place in mine.
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;

void main() {
    // [gap]
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    //| const uint i = gl_LocalInvocationID.x;  // TODO: only right for workgroup 0
    // [/gap]
    if (i >= n) return;  // the ragged edge: no element for this invocation

    workgroup[i] = gl_WorkGroupID.x;
    local_index[i] = gl_LocalInvocationID.x;
    atomicAdd(owners[i], 1u);  // atomic: if there were two owners, both would count
}
