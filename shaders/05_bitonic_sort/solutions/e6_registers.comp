#version 450 core
// Solution of exercise 6: registers.  Register r is place first + r * stride, so registers COUNT / 2 apart are the pairs of
// the longest stride, and adjacent registers those of the last.
//   STEPS 2, stride 4:   0 . . . 4 . . . 8 . . . 12 . . .
//                        ^-------|-------^       |         step 0, stride 8: registers (0, 2) and (1, 3)
//                        ^-------^       ^-------^         step 1, stride 4: registers (0, 1) and (2, 3)
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
    const uint below = i & (stride - 1u);
    const uint first = ((i - below) << STEPS) | below;  // STEPS zero bits pushed in at bit `stride`
    const bool ascending = (first & block) == 0u;

    uint held[COUNT];
    for (uint r = 0u; r < COUNT; ++r) held[r] = keys[first + r * stride];

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

    for (uint r = 0u; r < COUNT; ++r) keys[first + r * stride] = held[r];
}
