#version 450 core
// Exercise 3: stop in time.  End after the first round, an even and an odd pass, in which nobody swapped.
// Given:    rounds of two passes, right for any data. They always make n passes (n + 1 for an odd n).
// Wanted:   all invocations leave after the same round; the check also compares passes_made and swaps_made.
// Look at:  the four faults of v1 on the lesson's page. Each read of a shared counter needs two barriers: which ones?
// compare_exchange has a place to count; the rest belongs in the loop and its condition.
//   clear | even pass counts | odd pass counts | all read | clear ...
// [gap]
//   clear | barrier | even pass counts | barrier | odd pass counts | barrier | all read | barrier | clear ...
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "trace.glsl"

uniform uint n;

shared uint tile[2 * LOCAL_SIZE];
shared uint swaps;  // in this round; undefined at first

void compare_exchange(uint pass, uint low) {
    const uint high = low + 1u;
    if (high >= n) return;
    const uint a = tile[low], b = tile[high];
    // [gap]
    if (a > b) atomicAdd(swaps, 1u);
    //| // TODO: count the pair if it is swapped. Many invocations count at once.
    // [/gap]
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
    //| barrier();
    // [/gap]

    // [gap]
    uint pass = 1u, total = 0u, in_round = 1u;
    for (; pass <= n && in_round > 0u; pass += 2u) {
        if (i == 0u) swaps = 0u;
        barrier();  // cleared before anyone counts; and the first time, loaded before anyone compares
    //| uint pass = 1u, total = 0u;
    //| // TODO: take what this round has counted, add it to `total`, leave when it is 0; and the barriers in between.
    //| for (; pass <= n; pass += 2u) {
    // [/gap]
        compare_exchange(pass, 2u * i);
        // [gap]
        barrier();  // the odd pass compares what others wrote in the even one
        //| barrier();
        // [/gap]
        compare_exchange(pass + 1u, 2u * i + 1u);
        // [gap]
        barrier();  // counted before anyone reads
        in_round = swaps;
        total += in_round;
        barrier();  // read before anyone clears
        //| barrier();
        // [/gap]
    }

    if (i == 0u) {
        passes_made = pass - 1u;
        swaps_made = total;
    }
    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
