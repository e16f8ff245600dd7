#version 450 core
// v1 late read, WRONG: v1 with its flag cleared and its counter in a register, and still one barrier short.
// From v1:  faults 1 and 3 are fixed; fault 2, hidden so far by a flag that never fell, comes to light.
// Cost:     a fast invocation clears the flag for the next round before a slow one has read it for this one.
//   fast:   barrier | reads true,  stays    | is_swap = false | barrier
//   slow:   barrier | .......................................... reads false, leaves
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Seen { uint seen[]; };  // what each invocation saw in each round
#include "trace.glsl"

uniform uint n;
uniform uint rounds;

shared uint tile[2 * LOCAL_SIZE];
shared bool is_swap;

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];

    bool stays = true;
    for (uint round = 0u; round < rounds; ++round) {
        if (i == 0u) is_swap = false;
        barrier();
        bool swaps = false;
        const uint low = round % 2u == 0u ? 2u * i + 1u : 2u * i;
        const uint high = low + 1u;
        if (stays && high < n) {
            const uint a = tile[low], b = tile[high];
            swaps = a > b;
            if (swaps) is_swap = true;
            tile[low] = min(a, b);
            tile[high] = max(a, b);
            TRACE(round, low, min(a, b));
            TRACE(round, high, max(a, b));
        }
        seen[round * LOCAL_SIZE + i] = 4u * round + 2u * uint(swaps) + uint(stays);
        barrier();
        stays = stays && is_swap;  // 2: no barrier separates this read from the write that opens the next round
    }
    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
