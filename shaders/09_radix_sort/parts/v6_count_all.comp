#version 450 core
// v6 count all: the histograms of all digits in one read of the keys, since sorting by one digit changes no other's counts.
// Workgroups add theirs to the same counts, which are 0 before. It also empties the counts of the next sort, and the tiles' states:
// `emptied` words.
//   key 0x0002A107 adds 1 to count[0][0x07], count[1][0xA1], count[2][0x02] and count[3][0x00]
#pragma optionNV(unroll all)
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uvec4 keys[]; };  // whole vectors; what is beyond n is not counted
layout(std430, binding = 1) buffer Counts { uint count[]; };
layout(std430, binding = 2) writeonly buffer Tiles { uint states[]; };
layout(std430, binding = 3) writeonly buffer NextCounts { uint next_count[]; };

uniform uint n;
uniform uint emptied;

const uint LOADS = 4u;  // under way together
shared uint histogram[DIGITS * RADIX];

// [PUT]
void put(uint key, uint i) {
    if (i >= n) return;
    for (uint d = 0u; d < DIGITS; ++d) atomicAdd(histogram[d * RADIX + bitfieldExtract(key, int(d * BITS), int(min(uint(BITS), KEY_BITS - d * BITS)))], 1u);
}
// [/PUT]

void main() {
    const uint me = gl_LocalInvocationID.x, step = gl_NumWorkGroups.x * LOCAL_SIZE, vectors = (n + 3u) / 4u;
    for (uint b = me; b < DIGITS * RADIX; b += LOCAL_SIZE) histogram[b] = 0u;
    for (uint b = gl_GlobalInvocationID.x; b < DIGITS * RADIX; b += step) next_count[b] = 0u;
    for (uint s = gl_GlobalInvocationID.x; s < emptied; s += step) states[s] = 0u;
    barrier();
    for (uint i = gl_GlobalInvocationID.x; i < vectors; i += LOADS * step) {
        uvec4 four[LOADS];
        for (uint k = 0u; k < LOADS; ++k) four[k] = i + k * step < vectors ? keys[i + k * step] : uvec4(0u);
        for (uint k = 0u; k < LOADS; ++k)
            for (uint c = 0u; c < 4u; ++c) put(four[k][c], 4u * (i + k * step) + c);
    }
    barrier();
    for (uint b = me; b < DIGITS * RADIX; b += LOCAL_SIZE)
        if (histogram[b] != 0u) atomicAdd(count[b], histogram[b]);
}
