#version 450 core
// v10 one trip: a workgroup's sum and the count of workgroups travel in the same words.
// From v9:  two atomicAdd() that leave together, where v9 has an add, a wait, a count and an exchange. One word has the sum of
//           the low 11 bits, the other one that of the high 21: in each 11 bits are free, and count.
// Gains:    the end waits for memory once, not three times in a row.
// Cost:     sums alone, of at most 1024 workgroups.   Next: nothing: all that is left is reading.
//   count 2, sum 22     workgroup 1 adds count 1, sum 9, and finds count 3, sum 31: it is last, and has the whole sum
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
layout(std430, binding = 2) coherent buffer Lows { uint lows; };    // sum of the low 11 bits, in 21; count above. 0 before and after
layout(std430, binding = 3) coherent buffer Highs { uint highs; };  // count in 11 bits; sum of the high 21 bits above. The same
#include "trace.glsl"
#include "v6_workgroup_add.glsl"
uniform uint n;
uniform uint rounds;  // the most vectors per invocation; dividing here would keep the first load waiting

const uint LOW = 0x7FFu, ONE_LOW = 1u << 21;  // the low 11 bits; a count of one in `lows`

void main() {
    const uint i = sg_id() * sg_size() + sg_lane(), group = gl_WorkGroupID.x, groups = gl_NumWorkGroups.x;
    const uint begin = group * rounds * LOCAL_SIZE, end = min(begin + rounds * LOCAL_SIZE, (n + 3u) / 4u);
    T4 four = T4(0);
    uint at = begin + i;
    for (; at + 3u * LOCAL_SIZE < end; at += 4u * LOCAL_SIZE)
        four += (values[at] + values[at + LOCAL_SIZE]) + (values[at + 2u * LOCAL_SIZE] + values[at + 3u * LOCAL_SIZE]);
    if (at + LOCAL_SIZE < end) four += values[at] + values[at + LOCAL_SIZE], at += 2u * LOCAL_SIZE;
    if (at < end) four += values[at];
    const T mine = four.x + four.y + four.z + four.w;
    TRACE(0, group * LOCAL_SIZE + i, mine);
    const T partial = workgroup_add(mine, 1u, group * LOCAL_SIZE);
    // [memory]
    if (i == 0u) {
        TRACE(2, group, partial);
        const uint sum = uint(partial), low_part = (sum & LOW) + ONE_LOW, high_part = (sum & ~LOW) + 1u;
        uint low = atomicAdd(lows, low_part) + low_part;                // the two do not wait for each other,
        const uint high = atomicAdd(highs, high_part) + high_part;      // so each has its own last workgroup
        uint count = low / ONE_LOW;
        const bool all_high = (high & LOW) == groups;
        if (all_high && count != groups) {                              // rare: others are still to come to `lows`,
            memoryBarrierBuffer();
            low = atomicAdd(lows, ONE_LOW) + ONE_LOW;                   // who learn by one more that `highs` is full
            count = low / ONE_LOW - 1u;                                 // or have come meanwhile
        }
        if (all_high && count == groups) {
            sums[0] = T((high & ~LOW) + low % ONE_LOW);
            atomicAnd(lows, 0u);                                        // ready for the next dispatch; unlike an
            atomicAnd(highs, 0u);                                       // exchange, nothing has to come back
        } else if (!all_high && count == groups + 1u) {                 // rare: last in `lows`, and `highs` is full
            memoryBarrierBuffer();
            sums[0] = T((atomicExchange(highs, 0u) & ~LOW) + low % ONE_LOW);
            atomicAnd(lows, 0u);
        }
    }
    // [/memory]
}
