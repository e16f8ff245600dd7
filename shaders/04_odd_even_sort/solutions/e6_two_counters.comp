#version 450 core
// Solution of exercise 6: two counters, two barriers.  Each round clears the other counter between its two barriers: after
// the first, all have read it; before the second, nobody counts in it again.
//   round 0:   even pass | barrier | clear swaps[1], odd pass | barrier | read swaps[0]
//   round 1:   even pass | barrier | clear swaps[0], odd pass | barrier | read swaps[1]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "trace.glsl"

uniform uint n;

shared uint tile[2 * LOCAL_SIZE];
shared uint swaps[2];  // alternates with the rounds

void compare_exchange(uint pass, uint low, uint counter) {
    const uint high = low + 1u;
    if (high >= n) return;
    const uint a = tile[low], b = tile[high];
    if (a > b) atomicAdd(swaps[counter], 1u);
    tile[low] = min(a, b);
    tile[high] = max(a, b);
    TRACE(pass - 1u, low, min(a, b));
    TRACE(pass - 1u, high, max(a, b));
}

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];
    if (i == 0u) swaps[0] = 0u;
    barrier();  // loaded before anyone compares, and cleared before anyone counts

    uint pass = 1u, total = 0u, in_round = 1u;
    for (; pass <= n && in_round > 0u; pass += 2u) {
        const uint counter = pass / 2u % 2u;
        compare_exchange(pass, 2u * i, counter);
        barrier();  // A: all have read the other counter
        if (i == 0u) swaps[1u - counter] = 0u;
        compare_exchange(pass + 1u, 2u * i + 1u, counter);
        barrier();  // B: all have counted in this one, and the other one is clear
        in_round = swaps[counter];
        total += in_round;
    }

    if (i == 0u) {
        passes_made = pass - 1u;
        swaps_made = total;
    }
    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
