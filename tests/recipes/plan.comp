// One invocation turns a count, which only the GPU knows, into the arguments of the next dispatch.
#version 450 core
// [plan]
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Count { uint count; };
layout(std430, binding = 1) writeonly buffer Command { uint groups_x, groups_y, groups_z; };

void main() {
    groups_x = (count + 63u) / 64u;  // the next shader has workgroups of 64
    groups_y = 1u;
    groups_z = 1u;
}
// [/plan]
