#version 450 core
// v1 early exit, WRONG: the idea as you would first write it down. Sort until nobody swaps, one pair per invocation.
// Gains:    passes run side by side; the loop means to end as soon as the keys are in order.
// Cost:     four faults, marked 1 to 4; docs/04_odd_even_sort.md takes them apart.   Next: v2 asks nobody.
//   step 0, odd pairs:    0  1-2  3-4  5-6  7 .      here the odd pairs come first
//   step 1, even pairs:   0-1  2-3  4-5  6-7
// In the original the loop is while (true), and an invocation that sees no swap breaks out of it, past barriers at which
// others wait. WGSL rejects that. Here the loop is bounded, and a would-be leaver stays for the barriers and does nothing.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Seen { uint seen[]; };  // what each invocation saw in each round
#include "trace.glsl"

uniform uint n;
uniform uint rounds;

shared uint tile[2 * LOCAL_SIZE];
shared uint step_count;
shared bool is_swap;

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];
    if (i == 0u) {
        step_count = 0u;
        is_swap = false;
    }
    barrier();

    // [loop]
    bool stays = true;
    for (uint round = 0u; round < rounds; ++round) {
        const uint step = step_count;  // 2: no barrier separates this read from the writes that follow
        bool swaps = false;
        if (stays) {
            const uint low = step % 2u == 0u ? 2u * i + 1u : 2u * i;
            const uint high = low + 1u;
            if (high < n) {
                const uint a = tile[low], b = tile[high];
                swaps = a > b;
                if (swaps) is_swap = true;  // 1: nobody ever resets it
                tile[low] = min(a, b);
                tile[high] = max(a, b);
                TRACE(round, low, min(a, b));
                TRACE(round, high, max(a, b));
            }
            step_count += 1u;  // 3: every invocation adds one
        }
        seen[round * LOCAL_SIZE + i] = 4u * step + 2u * uint(swaps) + uint(stays);
        barrier();
        stays = stays && is_swap;  // 4: one quiet step is not enough
    }
    // [/loop]
    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
