// One dispatch adds any number of values, whatever its number of workgroups.
#version 450 core
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) buffer Total { uint total; };

// [loop]
void main() {
    const uint all = gl_NumWorkGroups.x * gl_WorkGroupSize.x;  // invocations in the whole dispatch
    uint sum = 0u;
    for (uint i = gl_GlobalInvocationID.x; i < values.length(); i += all) sum += values[i];
    atomicAdd(total, sum);
}
// [/loop]
