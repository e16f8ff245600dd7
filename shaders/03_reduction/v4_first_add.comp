#version 450 core
// v4 first add: an invocation adds two elements before it stores anything.
// From v3:  a workgroup takes 2 * LOCAL_SIZE elements; the first level needs no shared memory.
// Gains:    half the workgroups, half the barriers per element; nobody idles in the first addition.
// Cost:     invocations are still short-lived: load two, then mostly wait.   Next: v5 lets each load many.
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
    // [load]
    const uint element = 2u * LOCAL_SIZE * flat_workgroup() + i;
    T loaded = element < n ? values[element] : T(0);
    if (element + LOCAL_SIZE < n) loaded += values[element + LOCAL_SIZE];
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
    if (i == 0u && element < n) sums[flat_workgroup()] = tile[0];
}
