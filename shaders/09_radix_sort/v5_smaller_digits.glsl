// SPDX-License-Identifier: MIT
// Where the keys of each digit begin in a sorted tile: v5 to v7 include this after v4_multisplit.glsl. An invocation serves the
// digits me(), me() + LOCAL_SIZE and so on, PER of them.
const uint PER = (RADIX + LOCAL_SIZE - 1u) / LOCAL_SIZE;
#define MY_DIGITS for (uint j = 0u, d = me(); j < PER; ++j, d += LOCAL_SIZE) if (d < RADIX)

const uint GROUPS = (RADIX + 15u) / 16u;
shared uint part[GROUPS];  // of each 16 digits
shared uint to[RADIX];  // in the end: a key at place p of the tile goes to to[its digit] + p

// What the tile has of each of my digits.
void totals(out uint total[PER]) {
    for (uint j = 0u; j < PER; ++j) total[j] = 0u;
    MY_DIGITS total[j] = total_of(d);
}

// [SMALLER]
// Replaces the counts of my digits by the sum of the counts of all smaller ones: whole groups of 16 digits, then those of my own
// group. Reading 31 words is cheap here; a scan by sg_* calls would need digits in the order of subgroups and lanes.
void smaller_digits(inout uint count[PER]) {
    MY_DIGITS to[d] = count[j];
    barrier();
    for (uint g = me(); g < GROUPS; g += LOCAL_SIZE) {
        uint sum = 0u;
        for (uint k = 0u; k < min(16u, uint(RADIX)); ++k) sum += to[16u * g + k];
        part[g] = sum;
    }
    barrier();
    MY_DIGITS {
        count[j] = 0u;
        for (uint g = 0u; g < GROUPS; ++g) count[j] += g < d / 16u ? part[g] : 0u;
        for (uint k = 0u; k < min(16u, uint(RADIX)); ++k) count[j] += k < d % 16u ? to[d / 16u * 16u + k] : 0u;
    }
    barrier();  // all have read: to may change
}
// [/SMALLER]
