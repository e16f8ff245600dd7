#version 450 core
// Exercise 1: the missing line.
// Task:     each level adds the upper half of what is left in tile[] onto the lower half, cell onto cell. The addition is
//           missing: write it.
// Given:    the load into shared memory, the loop over the levels with its barrier, and who works on each level.
// Look at:  v3_sequential.png. Each row is shared memory after one level; follow the arrows into cell 0.
//   stride 4:  0 1 2 3 | 4 5 6 7
//              ^---------+          invocation 0 adds cell 4, 1 adds 5, 2 adds 6, 3 adds 7
// [gap]
// Idea:     cell i plus the cell at the same place in the upper half, one stride further on.
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
    const uint element = flat_invocation();
    const T loaded = element < n ? values[element] : T(0);
    tile[i] = loaded;
    TRACE(0, element, loaded);  // shows the pass; leave it

    for (uint stride = LOCAL_SIZE / 2u, pass = 1u; stride > 0u; stride /= 2u, ++pass) {
        barrier();  // this level reads what others wrote
        if (i < stride) {
            // [gap]
            const T sum = tile[i] + tile[i + stride];  // nobody writes the upper half on this level
            //| const T sum = tile[i];  // TODO: add the cell of the upper half that belongs to cell i
            // [/gap]
            tile[i] = sum;
            TRACE(pass, element, sum);  // shows the pass; leave it
        }
    }
    if (i == 0u && element < n) sums[flat_workgroup()] = tile[0];
}
