// Adds the values of one part of a ring to a total.
#version 450 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Part { uint part[]; };
layout(std430, binding = 1) buffer Total { uint total; };

void main() {
    atomicAdd(total, part[gl_GlobalInvocationID.x]);
}
