#version 450 core
// v3 sequential: each level adds the upper half of what is left onto the lower half.
// From v2:  the stride halves instead of doubling, and invocation i handles cell i again.
// Gains:    neighbouring invocations touch neighbouring words: no bank conflicts.
// Cost:     half the invocations idle from the first level on.   Next: v4 adds while loading.
//   stride 4:  0 1 2 3 | 4 5 6 7
//              ^---------+          invocation 0 adds cell 4, 1 adds 5, 2 adds 6, 3 adds 7
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
    for (uint stride = LOCAL_SIZE / 2u, pass = 1u; stride > 0u; stride /= 2u, ++pass) {
        barrier();  // this level reads what others wrote
        if (i < stride) {
            const T sum = tile[i] + tile[i + stride];
            tile[i] = sum;
            TRACE(pass, element, sum);
        }
    }
    // [/tree]
    if (i == 0u && element < n) sums[flat_workgroup()] = tile[0];
}
