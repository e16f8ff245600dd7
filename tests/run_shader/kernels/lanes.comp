#version 450
// Depends on the size of a subgroup on purpose: each invocation writes which lane it is.
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Lanes { uint lanes[]; };

void main() { lanes[gl_GlobalInvocationID.x] = gl_SubgroupInvocationID; }
