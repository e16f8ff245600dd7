#version 450 core
// Solution of exercise 1: the missing line.
// Idea:     cell i plus the cell at the same place in the upper half, one stride further on.
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

    for (uint stride = LOCAL_SIZE / 2u, pass = 1u; stride > 0u; stride /= 2u, ++pass) {
        barrier();  // this level reads what others wrote
        if (i < stride) {
            const T sum = tile[i] + tile[i + stride];  // nobody writes the upper half on this level
            tile[i] = sum;
            TRACE(pass, element, sum);
        }
    }
    if (i == 0u && element < n) sums[flat_workgroup()] = tile[0];
}
