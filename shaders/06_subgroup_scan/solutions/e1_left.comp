#version 450 core
// Solution of exercise 1: what is to the left.  The element a stride to the left if there is one, else 0.
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
        const uint left = i >= stride ? sums[i - stride] : 0u;
        barrier();  // all have read before any overwrites
        sum += left;
        sums[i] = sum;
        TRACE(pass, i, sum);
        ++pass;
        barrier();  // the next pass reads what others wrote
    }
    if (exclusive != 0u) {
        sum -= own;
        TRACE(pass, i, sum);
    }
    data[i] = sum;
}
