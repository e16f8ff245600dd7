// SPDX-License-Identifier: MIT
// The sum of one value an invocation over a whole workgroup, returned to its first subgroup: the idea of v6, which v7 to v9
// keep. Include it behind subgroup.glsl, the layout line and trace.glsl. Like an sg_* call it stands in workgroup-uniform
// control flow. It holds one barrier; between two calls there must be another.
//   subgroups of 4:  3 1 2 4 | 0 5 1 1   ->   totals 10 7   ->   17

shared T totals[LOCAL_SIZE];  // one a subgroup; a subgroup may be a single invocation

// `pass` and `first` place its trace.
// [add]
T workgroup_add(T value, uint pass, uint first) {
    const T total = sg_add(value);
    if (sg_lane() == 0u) {
        totals[sg_id()] = total;
        TRACE(pass, first + sg_id(), total);
    }
    barrier();  // the totals of all subgroups are there
    T part = T(0);
    for (uint s = sg_lane(); s < sg_count(); s += sg_size()) part += totals[s];  // there may be more totals than lanes
    return sg_add(part);
}
// [/add]
