#version 450 core
// Exercise 3: many each.
// Task:     a fixed number of invocations adds all values, however many there are. Write the loop: load a vector of your
//           own, once, add its four numbers, step by the number of invocations in the whole dispatch, until none is left.
// Given:    the values as vectors of four, the last one padded with zeros; the tree after the loop.
//           gl_NumWorkGroups.x is the number of workgroups.
// Look at:  v5_grid_stride.png: which values does cell 0 take in, and which does cell 1?
//   8 invocations in all, n 64:   0123 4567 89.. ....   first round: one vector of four each
//                                 ^    ^    ^    ^      second round: 32 elements further on
// [gap]
// Idea:     step by the number of all invocations: each vector has one owner, whatever n is.
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint n;  // numbers, not vectors

shared T tile[LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint cell = flat_invocation();
    T loaded = T(0);
    // [gap]
    const uint vectors = (n + 3u) / 4u, invocations = gl_NumWorkGroups.x * LOCAL_SIZE;
    for (uint k = cell; k < vectors; k += invocations) {  // neighbours read neighbouring vectors in each round
        const T4 four = values[k];
        loaded += four.x + four.y + four.z + four.w;
    }
    //| // TODO: for (...) loaded += the four numbers of a vector
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
    if (i == 0u) sums[flat_workgroup()] = tile[0];
}
