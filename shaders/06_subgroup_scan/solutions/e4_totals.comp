#version 450 core
// Solution of exercise 4: from subgroups to a workgroup.  One subgroup scans the totals, a batch of its lanes at a time, and
// carries the sum of the batches before.
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
    const uint within = sg_inclusive_add(own);
    TRACE(0, i, within);
    const bool serves = sg_id() == sg_count() / 2u;  // my subgroup scans the totals

    if (sg_lane() == min(sg_size(), uint(LOCAL_SIZE)) - 1u) {
        totals[sg_id()] = within;
        TRACE(1, sg_id(), within);
    }
    barrier();  // the serving subgroup reads what the others stored

    uint carry = 0u;
    for (uint first = 0u; first < sg_count(); first += sg_size()) {
        const uint s = first + sg_lane();
        const bool mine = serves && s < sg_count();
        const uint total = mine ? totals[s] : 0u;
        const uint left = carry + sg_exclusive_add(total);
        if (mine) totals[s] = left;
        if (mine) TRACE(2, s, left);
        carry += sg_add(total);
    }
    barrier();  // every subgroup reads what that one stored
    const uint before = totals[sg_id()];

    const uint sum = before + within - (exclusive != 0u ? own : 0u);
    TRACE(3, i, sum);
    if (i < count) data[i] = sum;
}
