#version 450 core
// Exercise 2: two each.
// Task:     in v3, half of all invocations load a value and never add one. Let each invocation load two and add them on
//           the way in.
// Given:    a workgroup takes 2 * LOCAL_SIZE consecutive elements, so only half as many workgroups start. n may be any
//           number: whatever is past the end counts as 0 and is not read.
// Look at:  v4_first_add.png, the first row below the input: which two elements meet in a cell?
//   8 elements, LOCAL_SIZE 4:  0 1 2 3 | 4 5 6 7
//                              ^---------+          invocation 0 loads and adds elements 0 and 4
// [gap]
// Idea:     a workgroup starts 2 * LOCAL_SIZE elements after the previous one; each of the two loads has its own bounds.
// [/gap]
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
    // [gap]
    const uint element = 2u * LOCAL_SIZE * flat_workgroup() + i;
    //| const uint element = cell;  // TODO: the first of my two elements
    // [/gap]
    T loaded = element < n ? values[element] : T(0);
    // [gap]
    if (element + LOCAL_SIZE < n) loaded += values[element + LOCAL_SIZE];  // the end may fall between the two
    //| // TODO: the second one, LOCAL_SIZE further on, unless it is past the end
    // [/gap]
    tile[i] = loaded;
    TRACE(0, cell, loaded);  // shows the pass; leave it

    for (uint stride = LOCAL_SIZE / 2u, pass = 1u; stride > 0u; stride /= 2u, ++pass) {
        barrier();  // this level reads what others wrote
        if (i < stride) {
            const T sum = tile[i] + tile[i + stride];
            tile[i] = sum;
            TRACE(pass, cell, sum);  // shows the pass; leave it
        }
    }
    if (i == 0u && element < n) sums[flat_workgroup()] = tile[0];
}
