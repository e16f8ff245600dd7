#version 450 core
// v6 subgroup: lanes add their registers without shared memory; only one value per subgroup goes through it.
// From v5:  sg_add() instead of the tree, then once more over the subgroups' totals, in v6_workgroup_add.glsl.
// Gains:    one barrier instead of log2(LOCAL_SIZE); only a few words of shared memory are touched.
// Cost:     a second dispatch still adds the partial sums.   Next: v7 needs none.
//   subgroups of 4:  3 1 2 4 | 0 5 1 1   ->   totals 10 7   ->   17
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
#include "grid.glsl"
#include "trace.glsl"
#include "v6_workgroup_add.glsl"

uniform uint n;

void main() {
    const uint i = sg_id() * sg_size() + sg_lane();
    const uint first = flat_workgroup() * LOCAL_SIZE;
    T loaded = T(0);
    for (uint k = first + i; k < (n + 3u) / 4u; k += gl_NumWorkGroups.x * LOCAL_SIZE) {
        const T4 four = values[k];
        loaded += four.x + four.y + four.z + four.w;
    }
    TRACE(0, first + i, loaded);

    const T sum = workgroup_add(loaded, 1u, first);
    if (i == 0u) sums[flat_workgroup()] = sum;
}
