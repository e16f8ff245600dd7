// SPDX-License-Identifier: MIT
// Adds one value per invocation over a whole workgroup and returns the sum to its first subgroup: the idea of v6, which v7
// to v10 keep. Include it after subgroup.glsl, the layout line and trace.glsl. Like an sg_* call, it needs workgroup-uniform
// control flow. It contains one barrier; there must be another between two calls.
//   subgroups of 4:  3 1 2 4 | 0 5 1 1   ->   totals 10 7   ->   17

shared T totals[LOCAL_SIZE];  // one per subgroup; a subgroup may be a single invocation

// `pass` and `first` say where its trace goes.
// [add]
T workgroup_add(T value, uint pass, uint first) {
    const T total = sg_add(value);
    if (sg_lane() == 0u) {
        totals[sg_id()] = total;
        TRACE(pass, first + sg_id(), total);
    }
    barrier();  // all subgroups' totals are stored
    T part = sg_lane() < sg_count() ? totals[sg_lane()] : T(0);
    if (sg_count() > sg_size())  // more totals than lanes; a loop takes time even if it makes no round
        for (uint s = sg_lane() + sg_size(); s < sg_count(); s += sg_size()) part += totals[s];
    return sg_add(part);
}
// [/add]
