#version 450 core
// v4 add: the last of the three passes: each element of a block adds the sum of everything before the block.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) readonly buffer Before { uint before[]; };
#include "grid.glsl"

uniform uint count;

void main() {
    const uint i = flat_invocation();
    if (i < count) data[i] += before[flat_workgroup()];
}
