#version 450 core
// v8 loads in flight: an invocation asks for four vectors at once, and adds them when they arrive.
// From v7:  four independent loads per round; each workgroup has one contiguous piece of memory;
//           the last workgroup resets the counter.
// Gains:    four times as many bytes in flight, so memory is never idle; may run again at once, without clearing.
// Cost:     16 registers for the loads in flight.   Next: v9 shortens the end, when memory idles.
//   v7  ask ...... add  ask ...... add  ask ...... add        v8  ask ask ask ask ...... add add add add
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
layout(std430, binding = 2) coherent buffer Partials { T partials[]; };
layout(std430, binding = 3) buffer Finished { uint finished; };  // 0 before and after
#include "trace.glsl"
#include "v6_workgroup_add.glsl"
uniform uint n;

shared bool is_last;

T4 vector_at(uint at, uint end) { return at < end ? values[at] : T4(0); }

void main() {
    const uint i = sg_id() * sg_size() + sg_lane(), group = gl_WorkGroupID.x, groups = gl_NumWorkGroups.x;
    // [deal]
    const uint vectors = (n + 3u) / 4u, rounds = (vectors + groups * LOCAL_SIZE - 1u) / (groups * LOCAL_SIZE);
    const uint begin = group * rounds * LOCAL_SIZE, end = min(begin + rounds * LOCAL_SIZE, vectors);
    // [/deal]
    // [load]
    T4 four = T4(0);
    uint at = begin + i;
    for (; at + 3u * LOCAL_SIZE < end; at += 4u * LOCAL_SIZE)  // no condition between the loads: none waits
        four += (values[at] + values[at + LOCAL_SIZE]) + (values[at + 2u * LOCAL_SIZE] + values[at + 3u * LOCAL_SIZE]);
    four += (vector_at(at, end) + vector_at(at + LOCAL_SIZE, end)) + vector_at(at + 2u * LOCAL_SIZE, end);  // the remainder
    // [/load]
    const T mine = four.x + four.y + four.z + four.w;
    TRACE(0, group * LOCAL_SIZE + i, mine);
    const T partial = workgroup_add(mine, 1u, group * LOCAL_SIZE);
    // [last]
    if (i == 0u) {
        partials[group] = partial;
        TRACE(2, group, partial);
        memoryBarrierBuffer();  // the sum is visible before the count says so
        is_last = atomicAdd(finished, 1u) == groups - 1u;
        if (is_last) finished = 0u;  // all have counted: ready for the next dispatch
    }
    barrier();  // everyone learns whether theirs is the last workgroup
    if (!is_last) return;
    memoryBarrierBuffer();  // from here on, whatever was counted as finished is visible
    // [/last]
    T sum = T(0);
    for (uint p = i; p < groups; p += LOCAL_SIZE) sum += partials[p];
    TRACE(3, i, sum);
    sum = workgroup_add(sum, 4u, 0u);
    if (i == 0u) sums[0] = sum;
}
