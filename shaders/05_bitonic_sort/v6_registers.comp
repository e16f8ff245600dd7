#version 450 core
// v6 registers: STEPS passes of one block in a single dispatch; each invocation holds all the keys they compare.
// From v5:  2^STEPS keys per invocation, `stride` apart, are loaded once and stored once.
// Gains:    a quarter of the dispatches and of the traffic for long strides, at STEPS = 4.
// Cost:     registers; a non-constant index would push the array out to memory, so all loops have fixed counts.
//   STEPS 2, stride 4:   0 . . . 4 . . . 8 . . . 12 . . .
//                        ^-------|-------^       |         stride 8: (0, 8) and (4, 12)
//                        ^-------^       ^-------^         stride 4: (0, 4) and (8, 12)
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint invocations;
uniform uint block;
uniform uint stride;  // of the last of the STEPS passes

const uint COUNT = 1u << STEPS;

void main() {
    const uint i = flat_invocation();
    if (i >= invocations) return;
    // The i-th index with STEPS zero bits from bit `stride` up.
    const uint first = ((i & ~(stride - 1u)) << STEPS) | (i & (stride - 1u));
    const bool ascending = (first & block) == 0u;

    uint held[COUNT];
    for (uint r = 0u; r < COUNT; ++r) held[r] = keys[first + r * stride];

    // [passes]
    for (uint step = 0u; step < STEPS; ++step) {
        const uint apart = COUNT >> (step + 1u);
        for (uint r = 0u; r < COUNT; ++r) {
            if ((r & apart) != 0u) continue;
            const uint a = held[r], b = held[r + apart];
            held[r] = ascending ? min(a, b) : max(a, b);
            held[r + apart] = ascending ? max(a, b) : min(a, b);
        }
        for (uint r = 0u; r < COUNT; ++r) TRACE(step, first + r * stride, held[r]);
    }
    // [/passes]
    for (uint r = 0u; r < COUNT; ++r) keys[first + r * stride] = held[r];
}
