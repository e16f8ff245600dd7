#version 450 core
// Exercise 3: slices, rows, columns.
// Task:     write flat_index(): the number of place (x, y, z) in a box counted along x, then row by row, then slice by
//           slice. Use it for the element, the workgroup and, without gl_LocalInvocationIndex, the invocation.
// Given:    the guard: a place outside the volume owns nothing, and the last slice may be short.
// Look at:  v3_volume.png: follow the colour from dark to bright, through one slice and on to the next.
//   width 3, height 2:   0 1 2     6  7  8
//                        3 4 5     9 10 11      (x, y, z) = (2, 0, 1) is element 8
// [gap]
// Idea:     one rule numbers elements, workgroups and invocations: count whole rows first, earlier slices included.
// [/gap]
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y, local_size_z = LOCAL_Z) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;
uniform uint width;
uniform uint height;

// [gap]
uint flat_index(uvec3 at, uvec3 box) { return (at.z * box.y + at.y) * box.x + at.x; }
//| uint flat_index(uvec3 at, uvec3 box) { return at.x; }  // TODO
// [/gap]

void main() {
    const uvec3 id = gl_GlobalInvocationID;
    const uint slices = (n + width * height - 1u) / (width * height);
    const uint i = flat_index(id, uvec3(width, height, slices));
    if (id.x >= width || id.y >= height || i >= n) return;

    // [gap]
    workgroup[i] = flat_index(gl_WorkGroupID, gl_NumWorkGroups);
    local_index[i] = flat_index(gl_LocalInvocationID, gl_WorkGroupSize);
    //| workgroup[i] = 0u;    // TODO: of the workgroup, among all of them
    //| local_index[i] = 0u;  // TODO: within the workgroup, without gl_LocalInvocationIndex
    // [/gap]
    atomicAdd(owners[i], 1u);
}
