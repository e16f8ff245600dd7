#version 450 core
// read: the most bytes that this machine reads in a second. (the bench's limit for what writes next to nothing)
// From copy:  what was loaded is only folded by XOR. No compiler may leave the loads out, since the outcome decides
//             whether something is stored; the data makes sure that nothing is: no word of it has its highest bit.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };

uniform uint turns;  // parts of 4 * LOCAL_SIZE vectors

void main() {
    uvec4 folded = uvec4(0u);
    for (uint turn = gl_WorkGroupID.x; turn < turns; turn += gl_NumWorkGroups.x) {
        const uint i = turn * 4u * LOCAL_SIZE + gl_LocalInvocationID.x;
        const uvec4 a = from[i], b = from[i + LOCAL_SIZE], c = from[i + 2u * LOCAL_SIZE], d = from[i + 3u * LOCAL_SIZE];
        folded ^= a ^ b ^ c ^ d;
    }
    if ((folded.x ^ folded.y ^ folded.z ^ folded.w) >> 31u != 0u) to[0] = folded;
}
