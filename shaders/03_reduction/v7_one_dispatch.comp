#version 450 core
// v7 one dispatch: the workgroup that finishes last adds everyone's partial sums.
// From v6:  a counter shows who is last. Nobody waits for anybody, so no order of workgroups can hang it.
// Gains:    one dispatch whatever n is, at most 1024 partial sums; no gap between two dispatches.
// Cost:     one atomic per workgroup, two memory barriers that no test can prove sufficient.   Next: v8 keeps memory busy.
//   workgroup 0: 17, first   workgroup 2: 5, second   workgroup 1: 9, last: 17 + 9 + 5
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
layout(std430, binding = 2) coherent buffer Partials { T partials[]; };
layout(std430, binding = 3) buffer Finished { uint finished; };  // starts at 0
#include "trace.glsl"
#include "v6_workgroup_add.glsl"
uniform uint n;

shared bool is_last;

void main() {
    const uint i = sg_id() * sg_size() + sg_lane();
    const uint group = gl_WorkGroupID.x, groups = gl_NumWorkGroups.x;
    T loaded = T(0);
    for (uint k = group * LOCAL_SIZE + i; k < (n + 3u) / 4u; k += groups * LOCAL_SIZE) {
        const T4 four = values[k];
        loaded += four.x + four.y + four.z + four.w;
    }
    TRACE(0, group * LOCAL_SIZE + i, loaded);
    const T partial = workgroup_add(loaded, 1u, group * LOCAL_SIZE);
    // [last]
    if (i == 0u) {
        partials[group] = partial;
        TRACE(2, group, partial);
        memoryBarrierBuffer();  // the sum is visible before the count says so
        is_last = atomicAdd(finished, 1u) == groups - 1u;
    }
    barrier();  // everyone learns whether theirs is the last workgroup
    if (!is_last) return;
    memoryBarrierBuffer();  // from here on, whatever was counted as finished is visible
    T mine = T(0);
    for (uint p = i; p < groups; p += LOCAL_SIZE) mine += partials[p];
    // [/last]
    TRACE(3, i, mine);
    const T sum = workgroup_add(mine, 4u, 0u);
    if (i == 0u) sums[0] = sum;
}
