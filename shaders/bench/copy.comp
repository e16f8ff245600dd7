#version 450 core
// copy: the most bytes that this machine reads and writes in a second. (the bench's limit)
// An invocation has four loads of 16 bytes on their way before it stores the first: one load at a time leaves the memory
// waiting. Lanes side by side take vectors side by side; workgroups step on by all that are taken in one turn.
//   LOCAL_SIZE 2    vector      01 23 45 67 | 89 ab cd ef
//                   invocation  01 01 01 01 | 01 01 01 01     first, second, third and fourth load
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };

uniform uint turns;  // parts of 4 * LOCAL_SIZE vectors

void main() {
    for (uint turn = gl_WorkGroupID.x; turn < turns; turn += gl_NumWorkGroups.x) {
        const uint i = turn * 4u * LOCAL_SIZE + gl_LocalInvocationID.x;
        const uvec4 a = from[i], b = from[i + LOCAL_SIZE], c = from[i + 2u * LOCAL_SIZE], d = from[i + 3u * LOCAL_SIZE];
        to[i] = a;
        to[i + LOCAL_SIZE] = b;
        to[i + 2u * LOCAL_SIZE] = c;
        to[i + 3u * LOCAL_SIZE] = d;
    }
}
