#version 450 core
// Solution of exercise 2: one barrier per pass.  Nobody overwrites what is still to be read: that is in the other array.
//   read A, write B | barrier | read B, write A | barrier ...
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
#include "trace.glsl"

uniform uint exclusive;  // 1: leave the element's own value out of its sum

shared uint sums[2][LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint own = data[i];
    uint sum = own, now = 0u;  // which of the two is read
    sums[now][i] = sum;
    barrier();  // the first pass reads what others loaded

    uint pass = 0u;
    for (uint stride = 1u; stride < LOCAL_SIZE; stride *= 2u) {
        sum += i >= stride ? sums[now][i - stride] : 0u;
        now = 1u - now;
        sums[now][i] = sum;
        TRACE(pass, i, sum);
        ++pass;
        barrier();  // the next pass reads what others wrote, and overwrites what all have read
    }
    if (exclusive != 0u) {
        sum -= own;
        TRACE(pass, i, sum);
    }
    data[i] = sum;
}
