#version 450 core
// A tree in shared memory: data[0] becomes the sum of 64 numbers.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint part[64];
void main() {
    const uint i = gl_LocalInvocationID.x;
    part[i] = data[i];
    for (uint stride = 32u; stride > 0u; stride /= 2u) {
        barrier();
        if (i < stride) part[i] += part[i + stride];
    }
    if (i == 0u) data[0] = part[0];
}
