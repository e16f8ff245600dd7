#version 450 core
// v1 split: one bit per round. Keys with a 0 in that bit go to the front, keys with a 1 after them; both keep their order.
// Gains:    a key's place needs no comparison, only a count. That is lesson 07's compaction, made for the zeros and the ones.
// Cost:     32 bits are 32 rounds, and each round reads and writes all keys and all flags, through several dispatches.
//           Next: v2 sorts by four bits in a round.
//   keys:  5 2 7 1 4 6 3 0     bit 0:  1 0 1 1 0 0 1 0     zeros first:  2 4 6 0 | 5 7 1 3
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint zeros_before[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    // [SPLIT]
    const uint zeros = zeros_before[n - 1u] + 1u - (keys[n - 1u] >> shift & 1u);  // all of them: the last key's own, too
    const bool one = (keys[i] >> shift & 1u) != 0u;
    const uint ones_before = i - zeros_before[i];
    sorted[one ? zeros + ones_before : zeros_before[i]] = keys[i];
    // [/SPLIT]
}
