#version 450 core
// v2 strided: the same pairs as v1, added by the first invocations of the workgroup.
// From v1:  invocation i handles cell 2 * stride * i, not cell i.
// Gains:    the busy invocations are neighbours, so whole subgroups retire together; no modulo.
// Cost:     they touch shared memory 2 * stride words apart: bank conflicts.   Next: v3 leaves no gaps.
//   stride 2:  0 1 2 3 4 5 6 7
//              ^---+   ^---+        invocations 0, 1
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
        const uint to = 2u * stride * i;
        if (to < LOCAL_SIZE) {
            const T sum = tile[to] + tile[to + stride];
            tile[to] = sum;
            TRACE(pass, element - i + to, sum);
        }
    }
    // [/tree]
    if (i == 0u && element < n) sums[flat_workgroup()] = tile[0];
}
