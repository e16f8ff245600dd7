#version 450 core
// Exercise 6: two counters, two barriers.  v4 meets four barriers per round. With two alternating counters, two will do.
// Given:    a round with two barriers. Rounds 0, 2, 4 ... count in swaps[0], rounds 1, 3, 5 ... in swaps[1].
// Wanted:   when is the other counter cleared, and by whom? When is this round's counter read? No further barrier.
// Look at:  a fast invocation that has read its counter and is already in the next round, and a slow one that has not.
//   round 0:   even pass | barrier | odd pass | barrier      counts in swaps[0]
//   round 1:   even pass | barrier | odd pass | barrier      counts in swaps[1]: must be 0, but from when on?
// [gap]
// the first, all have read it; before the second, nobody counts in it again.
//   round 0:   even pass | barrier | clear swaps[1], odd pass | barrier | read swaps[0]
//   round 1:   even pass | barrier | clear swaps[0], odd pass | barrier | read swaps[1]
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "trace.glsl"

uniform uint n;

shared uint tile[2 * LOCAL_SIZE];
shared uint swaps[2];  // undefined at first

void compare_exchange(uint pass, uint low, uint counter) {
    const uint high = low + 1u;
    if (high >= n) return;
    const uint a = tile[low], b = tile[high];
    if (a > b) atomicAdd(swaps[counter], 1u);
    tile[low] = min(a, b);
    tile[high] = max(a, b);
    TRACE(pass - 1u, low, min(a, b));  // shows the pass; leave both
    TRACE(pass - 1u, high, max(a, b));
}

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];
    // [gap]
    if (i == 0u) swaps[0] = 0u;
    barrier();  // loaded before anyone compares, and cleared before anyone counts
    //| // TODO: what must be 0 before round 0?
    //| barrier();
    // [/gap]

    uint pass = 1u, total = 0u, in_round = 1u;
    for (; pass <= n && in_round > 0u; pass += 2u) {
        // [gap]
        const uint counter = pass / 2u % 2u;
        //| const uint counter = 0u;  // TODO: this round's
        // [/gap]
        compare_exchange(pass, 2u * i, counter);
        // [gap]
        barrier();  // A: all have read the other counter
        if (i == 0u) swaps[1u - counter] = 0u;
        //| barrier();
        // [/gap]
        compare_exchange(pass + 1u, 2u * i + 1u, counter);
        // [gap]
        barrier();  // B: all have counted in this one, and the other one is clear
        in_round = swaps[counter];
        //| barrier();
        //| // TODO: read this round's counter into in_round and clear the other one, each at the one point where it is safe.
        //| in_round = 0u;
        // [/gap]
        total += in_round;
    }

    if (i == 0u) {
        passes_made = pass - 1u;
        swaps_made = total;
    }
    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
