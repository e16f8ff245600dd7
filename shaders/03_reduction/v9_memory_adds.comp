#version 450 core
// v9 memory adds: memory itself adds up the workgroups' sums, as they come.
// From v8:  atomicAdd() to one total; the last one to count takes it out. No partial sums, no second tree.
//           `rounds` is a uniform, and the remainder is two loads, then one.
// Gains:    a short start, without a division; a short end: two atomics and an exchange, where v8 has a second tree.
// Cost:     uint and int only: core GLSL has no atomic float add.   Next: its end makes three trips to memory, one after another.
//   total 0     workgroup 2: + 5     workgroup 0: + 17     workgroup 1: + 9, and is last: takes 31, leaves 0
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
layout(std430, binding = 2) coherent buffer Total { T total; };           // 0 before and after
layout(std430, binding = 3) coherent buffer Finished { uint finished; };  // the same
#include "trace.glsl"
#include "v6_workgroup_add.glsl"
uniform uint n;
uniform uint rounds;  // the most vectors per invocation; dividing here would keep the first load waiting

void main() {
    const uint i = sg_id() * sg_size() + sg_lane(), group = gl_WorkGroupID.x, groups = gl_NumWorkGroups.x;
    const uint begin = group * rounds * LOCAL_SIZE, end = min(begin + rounds * LOCAL_SIZE, (n + 3u) / 4u);
    T4 four = T4(0);
    uint at = begin + i;
    for (; at + 3u * LOCAL_SIZE < end; at += 4u * LOCAL_SIZE)
        four += (values[at] + values[at + LOCAL_SIZE]) + (values[at + 2u * LOCAL_SIZE] + values[at + 3u * LOCAL_SIZE]);
    if (at + LOCAL_SIZE < end) four += values[at] + values[at + LOCAL_SIZE], at += 2u * LOCAL_SIZE;
    if (at < end) four += values[at];
    const T mine = four.x + four.y + four.z + four.w;
    TRACE(0, group * LOCAL_SIZE + i, mine);
    const T partial = workgroup_add(mine, 1u, group * LOCAL_SIZE);
    // [memory]
    if (i == 0u) {
        TRACE(2, group, partial);
        atomicAdd(total, partial);                     // in whatever order the workgroups come
        memoryBarrierBuffer();                         // it is in before the count says so
        if (atomicAdd(finished, 1u) == groups - 1u) {  // all are in
            finished = 0u;                             // ready for the next dispatch
            sums[0] = atomicExchange(total, T(0));     // the total, too
        }
    }
    // [/memory]
}
