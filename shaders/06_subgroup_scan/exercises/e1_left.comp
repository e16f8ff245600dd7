#version 450 core
// Exercise 1: what is to the left.  In each pass an element adds the one `stride` places to its left.
// Given:    the scan of v1 (Hillis and Steele), both barriers, the doubling stride.
// Wanted:   one line: what does element i add in this pass? The first elements have nothing to add.
// Look at:  the curves in the picture of v1. Which cells have no curve in the row of stride 4?
//   stride 1:  a  ab  bc   cd      each element is then the sum of 2 inputs
//   stride 2:  a  ab  abc  abcd    of 4, and so on
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
#include "trace.glsl"

uniform uint exclusive;  // 1: leave the element's own value out of its sum

shared uint sums[LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint own = data[i];
    uint sum = own;
    sums[i] = sum;
    barrier();  // the first pass reads what others loaded

    uint pass = 0u;
    for (uint stride = 1u; stride < LOCAL_SIZE; stride *= 2u) {
        // [gap]
        const uint left = i >= stride ? sums[i - stride] : 0u;
        //| const uint left = 0u;  // TODO: from sums[]; an unsigned index below 0 is a very large one
        // [/gap]
        barrier();  // all have read before any overwrites
        sum += left;
        sums[i] = sum;
        TRACE(pass, i, sum);  // shows the pass; leave it
        ++pass;
        barrier();  // the next pass reads what others wrote
    }
    if (exclusive != 0u) {
        sum -= own;
        TRACE(pass, i, sum);
    }
    data[i] = sum;
}
