#version 450 core
// Solution of exercise 3: stop in time.  All read the counter between the same two barriers, so all leave together.
//   clear | barrier | even pass counts | barrier | odd pass counts | barrier | all read | barrier | clear ...
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Told { uint passes_made; uint swaps_made; };
#include "trace.glsl"

uniform uint n;

shared uint tile[2 * LOCAL_SIZE];
shared uint swaps;  // in this round

void compare_exchange(uint pass, uint low) {
    const uint high = low + 1u;
    if (high >= n) return;
    const uint a = tile[low], b = tile[high];
    if (a > b) atomicAdd(swaps, 1u);
    tile[low] = min(a, b);
    tile[high] = max(a, b);
    TRACE(pass - 1u, low, min(a, b));
    TRACE(pass - 1u, high, max(a, b));
}

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];

    uint pass = 1u, total = 0u, in_round = 1u;
    for (; pass <= n && in_round > 0u; pass += 2u) {
        if (i == 0u) swaps = 0u;
        barrier();  // cleared before anyone counts; and the first time, loaded before anyone compares
        compare_exchange(pass, 2u * i);
        barrier();  // the odd pass compares what others wrote in the even one
        compare_exchange(pass + 1u, 2u * i + 1u);
        barrier();  // counted before anyone reads
        in_round = swaps;
        total += in_round;
        barrier();  // read before anyone clears
    }

    if (i == 0u) {
        passes_made = pass - 1u;
        swaps_made = total;
    }
    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
