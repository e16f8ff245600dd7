#version 450 core
#include "trace.glsl"
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) buffer Flags { uint flags[]; };
shared uint kept[SIZE];

void main() {
    uint i = gl_LocalInvocationID.x;
    kept[i] = flags[i];
    barrier();
    uint p = 0u;
    for (uint stride = 1u; stride < SIZE; stride *= 2u, ++p) {
        uint sum = kept[i] + (i >= stride ? kept[i - stride] : 0u);
        barrier();
        kept[i] = sum;
        TRACE(p, i, sum);
        barrier();
    }
    flags[i] = kept[i];
}
