// SPDX-License-Identifier: MIT
// The inclusive scan of one value per invocation over a whole workgroup: lesson 06's v3 as a function. Include this after
// subgroup.glsl and the layout line. Like an sg_* call, it needs workgroup-uniform control flow; it contains three
// barriers and may be called again at once. Costs LOCAL_SIZE + 1 words of shared memory.

shared uint wg_totals[LOCAL_SIZE + 1];  // one per subgroup, and at the end the workgroup's

// Which element of its workgroup an invocation scans: this is the order of the sums.
uint wg_element() { return sg_id() * sg_size() + sg_lane(); }

// The sum of the values of elements 0 .. wg_element(); `total` becomes the sum of all.
uint wg_inclusive_add(uint value, out uint total) {
    const uint within = sg_inclusive_add(value);
    if (sg_lane() == min(sg_size(), uint(LOCAL_SIZE)) - 1u) wg_totals[sg_id()] = within;
    barrier();

    uint carry = 0u;
    for (uint first = 0u; first < sg_count(); first += sg_size()) {
        const uint s = first + sg_lane();
        const bool serves = sg_id() == 0u && s < sg_count();
        const uint subtotal = serves ? wg_totals[s] : 0u;
        const uint before = carry + sg_exclusive_add(subtotal);
        if (serves) wg_totals[s] = before;
        carry += sg_add(subtotal);
    }
    if (sg_id() == 0u && sg_lane() == 0u) wg_totals[LOCAL_SIZE] = carry;
    barrier();

    const uint sum = wg_totals[sg_id()] + within;
    total = wg_totals[LOCAL_SIZE];
    barrier();  // all have read before another call overwrites
    return sum;
}
