#version 450 core
// copy: the most bytes that this machine can read and write per second. (the bench's limit)
// An invocation has four loads of 16 bytes in flight before it stores the first: one load at a time leaves the memory
// waiting. Adjacent lanes take adjacent vectors. Each workgroup has one piece of the data to itself: if all of them
// stepped through the same pages together, buffers of a gigabyte would be slow.
//   LOCAL_SIZE 2    vector      01 23 45 67 | 89 ab cd ef
//                   invocation  01 01 01 01 | 01 01 01 01     first, second, third and fourth load
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };

uniform uint vectors;

void main() {
    const uint part = 4u * LOCAL_SIZE, parts = (vectors + part - 1u) / part;
    const uint each = (parts + gl_NumWorkGroups.x - 1u) / gl_NumWorkGroups.x;
    const uint end = min((gl_WorkGroupID.x + 1u) * each * part, vectors);
    uint i = gl_WorkGroupID.x * each * part + gl_LocalInvocationID.x;
    for (; i + 3u * LOCAL_SIZE < end; i += part) {
        const uvec4 a = from[i], b = from[i + LOCAL_SIZE], c = from[i + 2u * LOCAL_SIZE], d = from[i + 3u * LOCAL_SIZE];
        to[i] = a;
        to[i + LOCAL_SIZE] = b;
        to[i + 2u * LOCAL_SIZE] = c;
        to[i + 3u * LOCAL_SIZE] = d;
    }
    for (; i < end; i += LOCAL_SIZE) to[i] = from[i];  // what is left of the last part
}
