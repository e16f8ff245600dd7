// SPDX-License-Identifier: MIT
// Records passes inside one dispatch:  TRACE(pass, index, value)  from registers, one call per pass.
//
// Without PBP_TRACE it compiles to nothing, so the kernel that is timed is the kernel you read.
// It adds no barrier (that would hide a missing one) and reads no shared memory (that would race).
//
//   entry pass * pbp_trace_cells + index:   | value's bits | flat global invocation id + 1: who wrote, 0 for nobody | line |
//
// A pass or index out of range is ignored. Bindings 6 and 7 belong to debug and trace.
#ifdef PBP_TRACE

layout(std430, binding = 7) writeonly restrict buffer PbpTrace { uint pbp_trace[]; };
uniform uint pbp_trace_cells;   // elements per pass
uniform uint pbp_trace_passes;

uint pbp_trace_bits(uint value) { return value; }
uint pbp_trace_bits(int value) { return uint(value); }
uint pbp_trace_bits(float value) { return floatBitsToUint(value); }

void pbp_trace_write(uint pass, uint index, uint bits, uvec3 id, uvec3 extent, uint line) {
    if (pass >= pbp_trace_passes || index >= pbp_trace_cells) return;
    const uint entry = pass * pbp_trace_cells + index;
    pbp_trace[3u * entry] = bits;
    pbp_trace[3u * entry + 1u] = (id.z * extent.y + id.y) * extent.x + id.x + 1u;
    pbp_trace[3u * entry + 2u] = line;
}

// A macro, since gl_WorkGroupSize may not be used before the shader's layout.
#define TRACE(pass, index, value)                                                                             \
    pbp_trace_write(uint(pass), uint(index), pbp_trace_bits(value), gl_GlobalInvocationID,                    \
                    gl_NumWorkGroups * gl_WorkGroupSize, uint(__LINE__))

#else

#define TRACE(pass, index, value)

#endif
