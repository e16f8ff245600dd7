#version 450 core
// v1 interleaved: each workgroup adds pairs of neighbours, then pairs of pairs, in shared memory.
// Gains:    log2(LOCAL_SIZE) steps instead of LOCAL_SIZE - 1, and all workgroups at once.
// Cost:     every second, fourth, eighth invocation works: no subgroup retires early.   Next: v2 packs the busy ones.
//   stride 1:  0 1 2 3 4 5 6 7
//              ^-+ ^-+ ^-+ ^-+      invocations 0, 2, 4, 6
//   stride 2:  ^---+   ^---+        invocations 0, 4
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T values[]; };
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint n;

shared T tile[LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint element = flat_invocation();
    const T loaded = element < n ? values[element] : T(0);
    tile[i] = loaded;
    TRACE(0, element, loaded);

    // [tree]
    for (uint stride = 1u, pass = 1u; stride < LOCAL_SIZE; stride *= 2u, ++pass) {
        barrier();  // this level reads what others wrote
        if (i % (2u * stride) == 0u) {
            const T sum = tile[i] + tile[i + stride];
            tile[i] = sum;
            TRACE(pass, element, sum);
        }
    }
    // [/tree]
    if (i == 0u && element < n) sums[flat_workgroup()] = tile[0];
}
