#version 450 core
// Exercise 6: registers.  STEPS passes in one dispatch, without shared memory and without a barrier.
// Given:    2^STEPS keys per invocation, `stride` apart, loaded from places first, first + stride, first + 2 * stride ...
//           `stride` belongs to the last of the STEPS passes; the first one's is stride * 2^(STEPS - 1).
// Wanted:   the passes on held[]. Which two registers hold the keys of a pair, in step 0, 1, 2 ...?
// TRACE:    after every step all my keys, which held[] holds as they are: TRACE(step, first + r * stride, held[r]) for each r.
// Look at:  which passes are right with one TODO done. A block of two tiles has a single long stride.
//   STEPS 2, stride 4:   0 . . . 4 . . . 8 . . . 12 . . .
//                        ^-------|-------^       |         step 0, stride 8: registers (0, 2) and (1, 3)
//                        ^-------^       ^-------^         step 1, stride 4: registers (0, 1) and (2, 3)
// [gap]
// the longest stride, and adjacent registers those of the last.
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint invocations;
uniform uint block;
uniform uint stride;

const uint COUNT = 1u << STEPS;

void main() {
    const uint i = flat_invocation();
    if (i >= invocations) return;
    // [gap]
    const uint below = i & (stride - 1u);
    const uint first = ((i - below) << STEPS) | below;  // STEPS zero bits pushed in at bit `stride`
    //| // TODO: the i-th place with STEPS zero bits from bit `stride` up. (With STEPS 1 it is `low` of exercise 2.)
    //| const uint first = i;
    // [/gap]
    const bool ascending = (first & block) == 0u;

    uint held[COUNT];
    for (uint r = 0u; r < COUNT; ++r) held[r] = keys[first + r * stride];

    // [gap]
    for (uint step = 0u; step < STEPS; ++step) {
        const uint apart = COUNT >> (step + 1u);
        for (uint r = 0u; r < COUNT; ++r) {
            if ((r & apart) != 0u) continue;
            const uint smaller = min(held[r], held[r + apart]), larger = max(held[r], held[r + apart]);
            held[r] = ascending ? smaller : larger;
            held[r + apart] = ascending ? larger : smaller;
        }
        for (uint r = 0u; r < COUNT; ++r) TRACE(step, first + r * stride, held[r]);
    }
    //| // TODO: for each step: which registers form a pair? Compare all pairs, then TRACE. Loops with fixed counts.
    // [/gap]

    for (uint r = 0u; r < COUNT; ++r) keys[first + r * stride] = held[r];
}
