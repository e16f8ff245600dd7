#version 450 core
// Exercise 4: from subgroups to a workgroup.  Each subgroup has scanned its own elements; none knows the sum before it.
// Given:    `within`, the sum of my subgroup's elements up to mine, and the ending.
// Wanted:   totals[s] must become the sum of all subgroups before s, for any subgroup size from 1 to 128. One subgroup
//           does it: here the middle one, so that luck makes none early or late. Its sg_size() lanes may be fewer
//           than there are totals.
// The rule: every sg_* call is made by all invocations of the workgroup or by none; with nothing to add, add 0.
// TRACE:    TRACE(1, sg_id(), total) where a total is stored, TRACE(2, s, before) where the sum before it is stored.
// Look at:  n = 1000: 125 subgroups on llvmpipe, and 8 lanes to scan their totals.
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
    TRACE(0, i, within);  // shows the pass; leave it
    const bool serves = sg_id() == sg_count() / 2u;  // my subgroup scans the totals

    // [gap]
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
    //| // TODO: 1. the last lane of each subgroup stores its total (a workgroup may be smaller than sg_size())
    //| //       2. the serving subgroup scans totals[0 .. sg_count() - 1], sg_size() of them at a time
    //| //       3. barriers, where one subgroup reads what another wrote
    //| const uint before = 0u;  // TODO: the sum before my subgroup
    // [/gap]

    const uint sum = before + within - (exclusive != 0u ? own : 0u);
    TRACE(3, i, sum);
    if (i < count) data[i] = sum;
}
