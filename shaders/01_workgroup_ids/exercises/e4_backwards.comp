#version 450 core
// Exercise 4: backwards.
// Task:     turn a number back into a place. Workgroups and their invocations are known only by their flat numbers.
//           Write place_of(): the column, row and slice of a number in a box counted along x, then row by row, then
//           slice by slice.
// Given:    everything else. Work the place out, without a loop. (gl_LocalInvocationID, gl_GlobalInvocationID and
//           one more gl_WorkGroupID are the answer: do without them.)
// Look at:  v3_volume.png: find workgroup 20. How would you get there without counting?
//   box 3 x 2 x 2:   0 1 2     6  7  8
//                    3 4 5     9 10 11      number 8 is in column 2, row 0, slice 1
// [gap]
// Idea:     divide by the length of a row, then by the rows of a slice; each remainder is the position on that side.
// [/gap]
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y, local_size_z = LOCAL_Z) in;
layout(std430, binding = 0) writeonly buffer Workgroups { uint workgroup[]; };
layout(std430, binding = 1) writeonly buffer LocalIndices { uint local_index[]; };
layout(std430, binding = 2) buffer Owners { uint owners[]; };

uniform uint n;
uniform uint width;
uniform uint height;

// [gap]
uvec3 place_of(uint number, uvec3 box) {
    const uint row = number / box.x;  // counted across all slices
    return uvec3(number % box.x, row % box.y, row / box.y);
}
//| uvec3 place_of(uint number, uvec3 box) { return uvec3(number, 0u, 0u); }  // TODO: right only for one long row
// [/gap]

void main() {
    const uint group = (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint local = gl_LocalInvocationIndex;
    const uvec3 id = place_of(group, gl_NumWorkGroups) * gl_WorkGroupSize + place_of(local, gl_WorkGroupSize);
    const uint i = (id.z * height + id.y) * width + id.x;
    if (id.x >= width || id.y >= height || i >= n) return;

    workgroup[i] = group;
    local_index[i] = local;
    atomicAdd(owners[i], 1u);
}
