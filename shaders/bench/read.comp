#version 450 core
// read: the most bytes that this machine can read per second. (the bench's limit for what writes next to nothing)
// From copy:  the loaded data is only folded by XOR. No compiler may drop the loads, since the outcome decides
//             whether something is stored; the data ensures that nothing is: no word of it has its highest bit set.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };

uniform uint vectors;

void main() {
    const uint part = 4u * LOCAL_SIZE, parts = (vectors + part - 1u) / part;
    const uint each = (parts + gl_NumWorkGroups.x - 1u) / gl_NumWorkGroups.x;
    const uint end = min((gl_WorkGroupID.x + 1u) * each * part, vectors);
    uint i = gl_WorkGroupID.x * each * part + gl_LocalInvocationID.x;
    uvec4 folded = uvec4(0u);
    for (; i + 3u * LOCAL_SIZE < end; i += part) {
        const uvec4 a = from[i], b = from[i + LOCAL_SIZE], c = from[i + 2u * LOCAL_SIZE], d = from[i + 3u * LOCAL_SIZE];
        folded ^= a ^ b ^ c ^ d;
    }
    for (; i < end; i += LOCAL_SIZE) folded ^= from[i];  // what is left of the last part
    if ((folded.x ^ folded.y ^ folded.z ^ folded.w) >> 31u != 0u) to[0] = folded;
}
