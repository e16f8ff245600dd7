#version 450 core
// Solution of exercise 3: slices, rows, columns.
// Idea:     one rule numbers elements, workgroups and invocations: count whole rows first, earlier slices included.
//   width 3, height 2:   0 1 2     6  7  8
//                        3 4 5     9 10 11      (x, y, z) = (2, 0, 1) is element 8
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y, local_size_z = LOCAL_Z) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;
uniform uint width;
uniform uint height;

uint flat_index(uvec3 at, uvec3 box) { return (at.z * box.y + at.y) * box.x + at.x; }

void main() {
    const uvec3 id = gl_GlobalInvocationID;
    const uint slices = (n + width * height - 1u) / (width * height);
    const uint i = flat_index(id, uvec3(width, height, slices));
    if (id.x >= width || id.y >= height || i >= n) return;

    workgroup[i] = flat_index(gl_WorkGroupID, gl_NumWorkGroups);
    local_index[i] = flat_index(gl_LocalInvocationID, gl_WorkGroupSize);
    atomicAdd(owners[i], 1u);
}
