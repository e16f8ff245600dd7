#version 450 core
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Flags { uint flags[]; };
uniform uint bit, n;

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < n) flags[i] = 1u - (keys[i] >> bit & 1u);
}
