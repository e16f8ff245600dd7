#version 450 core
// v5 grid stride: an invocation adds many elements in a register, four per load, and only then meets the others.
// From v4:  a loop that steps by the whole grid; only as many workgroups as the device can hold, however large n is.
// Gains:    16 bytes per load, and one tree for thousands of elements: memory is now the limit, not the tree.
// Cost:     the tree still has one barrier per level.   Next: v6 adds inside subgroups.
//   8 invocations in all, n 64:   0123 4567 89.. ....   first round: one vector of four each
//                                 ^    ^    ^    ^      second round: 32 elements further on
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint n;

shared T tile[LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint cell = flat_invocation();
    // [load]
    T loaded = T(0);
    for (uint k = cell; k < (n + 3u) / 4u; k += gl_NumWorkGroups.x * LOCAL_SIZE) {
        const T4 four = values[k];
        loaded += four.x + four.y + four.z + four.w;
    }
    // [/load]
    tile[i] = loaded;
    TRACE(0, cell, loaded);

    for (uint stride = LOCAL_SIZE / 2u, pass = 1u; stride > 0u; stride /= 2u, ++pass) {
        barrier();  // this level reads what others wrote
        if (i < stride) {
            const T sum = tile[i] + tile[i + stride];
            tile[i] = sum;
            TRACE(pass, cell, sum);
        }
    }
    if (i == 0u) sums[flat_workgroup()] = tile[0];
}
