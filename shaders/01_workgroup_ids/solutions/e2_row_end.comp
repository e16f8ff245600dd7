#version 450 core
// Solution of exercise 2: behind the end of a row.
// Idea:     a flat index has one number for a place behind a row and for the first place of the next: x has its own check.
//   width 5, n 13:   0  1  2  3  4 | .  .  .      workgroups of 4 x 4 reach three columns further,
//                    5  6  7  8  9 | .  .  .      and one row
//                   10 11 12  .  . | .  .  .
//                    .  .  .  .  . | .  .  .
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;
uniform uint width;

void main() {
    const uvec2 id = gl_GlobalInvocationID.xy;
    const uint i = id.y * width + id.x;
    if (id.x >= width || i >= n) return;  // behind a row's end begins the next row

    workgroup[i] = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    local_index[i] = gl_LocalInvocationIndex;
    atomicAdd(owners[i], 1u);
}
