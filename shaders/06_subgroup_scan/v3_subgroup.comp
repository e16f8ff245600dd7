#version 450 core
// v3 subgroup: the hardware scans inside each subgroup, and one subgroup scans all the totals.
// From v2:  no passes over shared memory: one subgroup operation per level, two barriers in all.
// Gains:    right for any subgroup size from 1 to 128: totals are scanned one subgroup's worth at a time, with a carry.
// Cost:     still one workgroup.   Next: v4 does with workgroups what this does with subgroups.
//   subgroups of 4:  3 1 2 4 | 0 5 1 1   ->   3 4 6 10 | 0 5 6 7   totals 10 7   before 0 10   ->   ... | 10 15 16 17
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
#include "trace.glsl"

uniform uint count;
uniform uint exclusive;  // 1: leave the element's own value out of its sum

shared uint totals[LOCAL_SIZE];  // one per subgroup; a subgroup may be a single invocation

void main() {
    const uint i = sg_id() * sg_size() + sg_lane();
    const uint own = i < count ? data[i] : 0u;

    // [LEVEL_1]
    const uint within = sg_inclusive_add(own);
    TRACE(0, i, within);
    if (sg_lane() == min(sg_size(), uint(LOCAL_SIZE)) - 1u) {
        totals[sg_id()] = within;
        TRACE(1, sg_id(), within);
    }
    barrier();  // subgroup 0 reads what the others stored
    // [/LEVEL_1]

    // [LEVEL_2]
    uint carry = 0u;
    for (uint first = 0u; first < sg_count(); first += sg_size()) {
        const uint s = first + sg_lane();
        const bool serves = sg_id() == 0u && s < sg_count();  // the other subgroups add zeros
        const uint total = serves ? totals[s] : 0u;
        const uint before = carry + sg_exclusive_add(total);
        if (serves) totals[s] = before;
        if (serves) TRACE(2, s, before);
        carry += sg_add(total);
    }
    barrier();  // every subgroup reads what subgroup 0 stored
    // [/LEVEL_2]

    const uint sum = totals[sg_id()] + within - (exclusive != 0u ? own : 0u);
    TRACE(3, i, sum);
    if (i < count) data[i] = sum;
}
