// SPDX-License-Identifier: MIT
// Where the keys of each digit begin in a sorted tile: v5 to v8 include this after v4_multisplit.glsl. An invocation serves PER
// digits, LOCAL_SIZE apart, from its own number on: subgroup by subgroup and lane by lane, the order in which sg_* calls scan.
const uint PER = (RADIX + LOCAL_SIZE - 1u) / LOCAL_SIZE;
#define MY_DIGITS for (uint j = 0u, d = sg_id() * LANES + sg_lane(); j < PER; ++j, d += LOCAL_SIZE) if (d < RADIX)

shared uint subtotal[PER * ROWS];  // of the digits that a subgroup serves, its j-th ones after its earlier ones
shared uint to[RADIX];  // in the end: a key at place p of the tile goes to to[its digit] + p

// What the tile has of each of my digits; 0 from RADIX on.
void totals(out uint total[PER]) {
    for (uint j = 0u; j < PER; ++j) total[j] = 0u;
    MY_DIGITS total[j] = total_of(d);
}

// [SMALLER]
// Replaces the counts of my digits by the sum of the counts of all smaller ones: a scan over the lanes, then what the subgroups
// before mine have. One barrier; there must be another before the next call.
void smaller_digits(inout uint count[PER]) {
    uint up_to[PER];
    for (uint j = 0u; j < PER; ++j) {
        up_to[j] = sg_inclusive_add(count[j]);
        if (sg_lane() == LANES - 1u) subtotal[j * ROWS + sg_id()] = up_to[j];
    }
    barrier();
    for (uint j = 0u; j < PER; ++j) {
        count[j] = up_to[j] - count[j];
        for (uint s = 0u; s < j * ROWS + sg_id(); ++s) count[j] += subtotal[s];
    }
}
// [/SMALLER]
