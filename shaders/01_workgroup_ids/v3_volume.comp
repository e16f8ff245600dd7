#version 450 core
// v3 volume: a stack of grids; (x, y, z) is flattened slice by slice, row by row.
// From v2:  a z, and a height that says where a slice ends.
// Gains:    the same idea for space or time: a volume of smoke, a stack of scans, the frames of a film.
// Cost:     yet another multiplication.   Next: v4 looks inside a workgroup.
//   width 3, height 2:   0 1 2     6  7  8
//                        3 4 5     9 10 11      (x, y, z) = (2, 0, 1) is element (1 * 2 + 0) * 3 + 2 = 8
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y, local_size_z = LOCAL_Z) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;
uniform uint width;
uniform uint height;

uint flat_index(uvec3 at, uvec3 size) { return (at.z * size.y + at.y) * size.x + at.x; }

// [main]
void main() {
    const uvec3 id = gl_WorkGroupID * gl_WorkGroupSize + gl_LocalInvocationID;  // gl_GlobalInvocationID
    const uint i = (id.z * height + id.y) * width + id.x;
    if (id.x >= width || id.y >= height || i >= n) return;

    workgroup[i] = flat_index(gl_WorkGroupID, gl_NumWorkGroups);
    local_index[i] = flat_index(gl_LocalInvocationID, gl_WorkGroupSize);  // gl_LocalInvocationIndex
    atomicAdd(owners[i], 1u);
}
// [/main]
