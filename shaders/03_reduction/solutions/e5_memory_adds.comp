#version 450 core
// Solution of exercise 5: a whole kernel.
// Idea:     pieces without gaps, one per workgroup; an atomic total, and a counter that says who may take it out.
//   total 0     workgroup 2: + 5     workgroup 0: + 17     workgroup 1: + 9, and is last: takes 31, leaves 0
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
}
