#version 450 core
// Exercise 2: one barrier per pass.  v1 meets two: one before it overwrites what others read, one before they read again.
// Given:    v1 with the first of the two left out. It goes wrong as soon as there are two subgroups.
// Wanted:   no second barrier. Use two alternating arrays: read one, write the other.
// Look at:  the first wrong element: 8 on llvmpipe, whose subgroups have 8 invocations. Whose value changed too early?
//   read A, write B | barrier | read B, write A | barrier ...
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
#include "trace.glsl"

uniform uint exclusive;  // 1: leave the element's own value out of its sum

// [gap]
shared uint sums[2][LOCAL_SIZE];
//| shared uint sums[LOCAL_SIZE];  // TODO: two of them
// [/gap]

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint own = data[i];
    // [gap]
    uint sum = own, now = 0u;  // which of the two is read
    sums[now][i] = sum;
    //| uint sum = own;
    //| sums[i] = sum;
    // [/gap]
    barrier();  // the first pass reads what others loaded

    uint pass = 0u;
    for (uint stride = 1u; stride < LOCAL_SIZE; stride *= 2u) {
        // [gap]
        sum += i >= stride ? sums[now][i - stride] : 0u;
        now = 1u - now;
        sums[now][i] = sum;
        //| // TODO: which of the two is read, which is written, and when do they swap?
        //| sum += i >= stride ? sums[i - stride] : 0u;
        //| sums[i] = sum;
        // [/gap]
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
