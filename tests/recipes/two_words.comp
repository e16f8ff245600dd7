// The same sum in core OpenGL: two words, and a carry.
#version 450 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Total { uint low, high; };

// [carry]
void add_to_total(uint value_low, uint value_high) {
    const uint before = atomicAdd(low, value_low);
    const uint carry = before + value_low < before ? 1u : 0u;  // the low word wrapped: once per 2^32
    if (value_high + carry != 0u) atomicAdd(high, value_high + carry);
}
// [/carry]

void main() {
    const uint i = gl_GlobalInvocationID.x;
    add_to_total((i << 28) + i, i >> 4);
}
