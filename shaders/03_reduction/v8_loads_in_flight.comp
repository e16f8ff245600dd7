#version 450 core
// v8 loads in flight: an invocation asks for LOADS vectors at once, and adds them when they are there.
// From v7:  a round of the loop has LOADS loads that do not wait for each other; the last workgroup sets the counter back.
// Gains:    LOADS times as many bytes on their way, so that memory is never idle; may run again at once, uncleared.
// Cost:     4 * LOADS registers, and a second loop for what is left over.
// Next:     nothing: every byte is read once, as fast as memory gives it.
//   LOADS 2:   v7  ask ...... add  ask ...... add        v8  ask ask ...... add add
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // filled up with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
layout(std430, binding = 2) coherent buffer Partials { T partials[]; };
layout(std430, binding = 3) buffer Finished { uint finished; };  // 0 before and after
#include "trace.glsl"
uniform uint n;

shared T totals[LOCAL_SIZE];  // one a subgroup; a subgroup may be a single invocation
shared bool is_last;

T workgroup_add(T value, uint pass, uint first) {  // as in v6 and v7
    const T total = sg_add(value);
    if (sg_lane() == 0u) {
        totals[sg_id()] = total;
        TRACE(pass, first + sg_id(), total);
    }
    barrier();  // the totals of all subgroups are there
    T part = T(0);
    for (uint s = sg_lane(); s < sg_count(); s += sg_size()) part += totals[s];
    return sg_add(part);
}
// [deal]
// Invocation i's vector of a round: neighbouring workgroups have neighbouring pieces, a round is a piece for each.
uint vector_of(uint round, uint i) { return (round * gl_NumWorkGroups.x + gl_WorkGroupID.x) * LOCAL_SIZE + i; }
// [/deal]

void main() {
    const uint i = sg_id() * sg_size() + sg_lane(), group = gl_WorkGroupID.x, groups = gl_NumWorkGroups.x;
    // [load]
    const uint vectors = (n + 3u) / 4u;
    T4 four = T4(0);
    uint round = 0u;
    for (; vector_of(round + LOADS - 1u, i) < vectors; round += LOADS) {
        T4 loaded[LOADS];
        for (uint k = 0u; k < LOADS; ++k) loaded[k] = values[vector_of(round + k, i)];  // nothing here waits
        for (uint k = 0u; k < LOADS; ++k) four += loaded[k];
    }
    for (; vector_of(round, i) < vectors; ++round) four += values[vector_of(round, i)];
    const T sum_of_mine = four.x + four.y + four.z + four.w;
    // [/load]
    TRACE(0, group * LOCAL_SIZE + i, sum_of_mine);
    const T partial = workgroup_add(sum_of_mine, 1u, group * LOCAL_SIZE);
    // [last]
    if (i == 0u) {
        partials[group] = partial;
        TRACE(2, group, partial);
        memoryBarrierBuffer();  // the sum is out before the count says so
        is_last = atomicAdd(finished, 1u) == groups - 1u;
        if (is_last) finished = 0u;  // all have counted: ready for the next dispatch
    }
    barrier();  // all learn whether theirs is the last workgroup
    if (!is_last) return;
    memoryBarrierBuffer();  // what the others counted as finished is seen from here on
    // [/last]
    T mine = T(0);
    for (uint p = i; p < groups; p += LOCAL_SIZE) mine += partials[p];
    TRACE(3, i, mine);
    const T sum = workgroup_add(mine, 4u, 0u);
    if (i == 0u) sums[0] = sum;
}
