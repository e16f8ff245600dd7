#version 450 core
// Exercise 2: past the end of a row.
// Task:     a grid of n elements is stored row by row in one buffer; each row has `width` elements, the last may be short.
//           Work out where your element, (id.x, id.y), is, and dismiss invocations that own none. Mind both edges.
// Given:    id, the column and row of this invocation. Workgroups are never cut short: id.x may be width or more.
// Look at:  v2_grid.png: what would the invocations at the right edge, past the end of their row, sign?
//   width 5, n 13:   0  1  2  3  4 | .  .  .      workgroups of 4 x 4 overhang by three columns
//                    5  6  7  8  9 | .  .  .      and one row
//                   10 11 12  .  . | .  .  .
//                    .  .  .  .  . | .  .  .
// [gap]
// Idea:     one flat index serves both a place past a row's end and the start of the next row, so x has its own check.
// [/gap]
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;
uniform uint width;

void main() {
    const uvec2 id = gl_GlobalInvocationID.xy;
    // [gap]
    const uint i = id.y * width + id.x;
    if (id.x >= width || i >= n) return;  // past the end of a row the next row begins
    //| const uint i = id.x;  // TODO: where (id.x, id.y) is in memory
    //| if (i >= n) return;   // TODO: who else owns nothing?
    // [/gap]

    workgroup[i] = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    local_index[i] = gl_LocalInvocationIndex;
    atomicAdd(owners[i], 1u);
}
