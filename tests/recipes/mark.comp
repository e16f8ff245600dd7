// Each invocation below the count signs its element.
#version 450 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Count { uint count; };
layout(std430, binding = 2) buffer Marks { uint marks[]; };

void main() {
    if (gl_GlobalInvocationID.x < count) marks[gl_GlobalInvocationID.x] = 1u + gl_WorkGroupID.x;
}
