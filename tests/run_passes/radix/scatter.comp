#version 450 core
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) readonly buffer Zeros { uint zeros[]; }; // up to and with each key
layout(std430, binding = 2) writeonly buffer To { uint to[]; };
uniform uint bit, n;

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    bool one = (from[i] >> bit & 1u) == 1u;
    to[one ? zeros[n - 1u] + i - zeros[i] : zeros[i] - 1u] = from[i];
}
