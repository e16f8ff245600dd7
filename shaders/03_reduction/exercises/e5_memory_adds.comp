#version 450 core
// Exercise 5: a whole kernel.
// Task:     add all values in one dispatch. Each workgroup adds one piece of memory; memory itself adds the pieces' sums.
//   1  Deal the vectors out in pieces of rounds * LOCAL_SIZE, piece w to workgroup w, with rounds as small as this many
//      workgroups allow. The last pieces may be short, or empty.
//   2  Invocation i adds vectors i, i + LOCAL_SIZE ... of the piece.  TRACE(0, group * LOCAL_SIZE + i, mine)
//   3  The workgroup's sum: workgroup_add(mine, 1u, group * LOCAL_SIZE).
//   4  One invocation adds it to `total` by one atomicAdd(), and then counts.  TRACE(2, group, partial)
//   5  The last one to count moves the total to sums[0], and leaves 0 in `total` and in `finished`.
// Given:    workgroup_add(), which all invocations call; gl_NumWorkGroups.x, the number of workgroups.
// Look at:  v9_memory_adds.png: which values meet in a cell, and which sums in the total.
//   total 0     workgroup 2: + 5     workgroup 0: + 17     workgroup 1: + 9, and is last: takes 31, leaves 0
// [gap]
// Idea:     pieces without gaps, one per workgroup; an atomic total, and a counter that says who may take it out.
// [/gap]
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
layout(std430, binding = 2) coherent buffer Total { T total; };           // 0 before and after
layout(std430, binding = 3) coherent buffer Finished { uint finished; };  // the same
#include "trace.glsl"
uniform uint n;  // numbers, not vectors

shared T totals[LOCAL_SIZE];  // one per subgroup

T workgroup_add(T value, uint pass, uint first) {
    const T subtotal = sg_add(value);
    if (sg_lane() == 0u) {
        totals[sg_id()] = subtotal;
        TRACE(pass, first + sg_id(), subtotal);
    }
    barrier();  // all subgroups' sums are stored
    T sum = T(0);
    for (uint s = 0u; s < sg_count(); ++s) sum += totals[s];
    return sum;
}

void main() {
    const uint i = sg_id() * sg_size() + sg_lane(), group = gl_WorkGroupID.x, groups = gl_NumWorkGroups.x;
    // [gap]
    const uint vectors = (n + 3u) / 4u, rounds = (vectors + groups * LOCAL_SIZE - 1u) / (groups * LOCAL_SIZE);
    const uint begin = group * rounds * LOCAL_SIZE, end = min(begin + rounds * LOCAL_SIZE, vectors);
    T mine = T(0);
    for (uint k = begin + i; k < end; k += LOCAL_SIZE) {
        const T4 four = values[k];
        mine += four.x + four.y + four.z + four.w;
    }
    TRACE(0, group * LOCAL_SIZE + i, mine);

    const T partial = workgroup_add(mine, 1u, group * LOCAL_SIZE);
    if (i == 0u) {
        TRACE(2, group, partial);
        atomicAdd(total, partial);
        memoryBarrierBuffer();  // the sum is in before the count says so
        if (atomicAdd(finished, 1u) == groups - 1u) {
            sums[0] = atomicExchange(total, T(0));
            finished = 0u;
        }
    }
    //| // TODO: 1 to 5
    // [/gap]
}
