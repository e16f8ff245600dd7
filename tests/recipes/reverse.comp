// Reverses each block of an array; how long a block is, is chosen when the program is made.
#version 450 core
// [reverse]
layout(local_size_x_id = 0) in;                // the size of a workgroup, and with it
layout(constant_id = 0) const uint size = 8u;  // the size of its tile: constants that only SPIR-V has
shared uint tile[size];
layout(std430, binding = 0) buffer Data { uint data[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x, me = gl_LocalInvocationID.x;
    tile[me] = data[i];
    barrier();
    data[i] = tile[size - 1u - me];
}
// [/reverse]
