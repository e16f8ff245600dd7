#version 450 core
// v2 grid: ids have rows and columns, as an image does; memory is flat, so (x, y) is flattened.
// From v1:  ids have an x and a y, each with a ragged edge of its own.
// Gains:    an invocation knows its neighbours above and below; a workgroup covers a compact patch.
// Cost:     one more multiplication to find an element.   Next: v3 stacks such grids.
//   width 5:   0  1  2  3  4
//              5  6  7  8  9      (x, y) = (3, 1) is element 1 * 5 + 3 = 8
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;
uniform uint width;

// [main]
void main() {
    const uvec2 id = gl_WorkGroupID.xy * gl_WorkGroupSize.xy + gl_LocalInvocationID.xy;  // gl_GlobalInvocationID.xy
    const uint i = id.y * width + id.x;
    if (id.x >= width || i >= n) return;  // x needs its own check: past a row's end the next row begins

    workgroup[i] = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    local_index[i] = gl_LocalInvocationID.y * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    atomicAdd(owners[i], 1u);
}
// [/main]
