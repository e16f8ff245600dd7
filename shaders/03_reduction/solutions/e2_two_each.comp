#version 450 core
// Solution of exercise 2: two each.
// Idea:     a workgroup starts 2 * LOCAL_SIZE elements after the previous one; each of the two loads has its own bounds.
//   8 elements, LOCAL_SIZE 4:  0 1 2 3 | 4 5 6 7
//                              ^---------+          invocation 0 loads and adds elements 0 and 4
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T values[]; };
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint n;

shared T tile[LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint cell = flat_invocation();
    const uint element = 2u * LOCAL_SIZE * flat_workgroup() + i;
    T loaded = element < n ? values[element] : T(0);
    if (element + LOCAL_SIZE < n) loaded += values[element + LOCAL_SIZE];  // the end may fall between the two
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
    if (i == 0u && element < n) sums[flat_workgroup()] = tile[0];
}
